import type { ScriptedTool } from '../script/script.ts'
import { toPatch } from './to-patch.ts'

/** What comes of a tool: the words for the model, and the structured result for the host. */
export interface Outcome {
  content: string
  result: unknown
  isError: boolean
}

interface Todo {
  content: string
  status: string
}

/** What tools remember from call to call. */
export interface ToolMemory {
  todos: Todo[]
  tasks: { id: string; subject: string; description: string; status: string }[]
}

type Input = Record<string, unknown>
type Maker = (input: Input, tool: ScriptedTool, memory: ToolMemory) => { content: string; result: unknown }

const MAKERS: Readonly<Record<string, Maker>> = {
  Bash: (_, { content = '' }) => ({
    content: content === '' ? '(Bash completed with no output)' : content,
    result: { stdout: content, stderr: '', interrupted: false, isImage: false, noOutputExpected: content === '' },
  }),
  Read(input, { content = '' }) {
    const lines = content.split('\n')
    const file = { filePath: input.file_path, content, numLines: lines.length, startLine: 1, totalLines: lines.length }
    return { content: lines.map((line, index) => `${index + 1}\t${line}`).join('\n'), result: { type: 'text', file } }
  },
  Edit(input, { originalFile = '' }) {
    const [oldString, newString] = [String(input.old_string), String(input.new_string)]
    const changed = originalFile.replace(oldString, () => newString)
    return {
      content: `The file ${input.file_path} has been updated successfully.`,
      result: {
        filePath: input.file_path,
        oldString,
        newString,
        originalFile,
        structuredPatch: toPatch(originalFile, changed),
        userModified: false,
        replaceAll: input.replace_all ?? false,
      },
    }
  },
  Write(input, { originalFile }) {
    const content = String(input.content)
    const isNew = originalFile === undefined
    const structuredPatch = isNew ? [] : toPatch(originalFile, content)
    return {
      content: isNew
        ? `File created successfully at: ${input.file_path}`
        : `The file ${input.file_path} has been updated.`,
      result: {
        type: isNew ? 'create' : 'update',
        filePath: input.file_path,
        content,
        structuredPatch,
        originalFile: originalFile ?? null,
        userModified: false,
      },
    }
  },
  Grep(_, { content = '' }) {
    const filenames = content.split('\n').filter((line) => line !== '')
    return {
      content: content || 'No files found',
      result: { mode: 'files_with_matches', filenames, numFiles: filenames.length },
    }
  },
  TodoWrite(input, _, memory) {
    const oldTodos = memory.todos
    memory.todos = input.todos as Todo[]
    return { content: 'Todos have been modified successfully.', result: { oldTodos, newTodos: memory.todos } }
  },
  TaskCreate(input, _, memory) {
    const task = {
      id: String(memory.tasks.length + 1),
      subject: String(input.subject),
      description: String(input.description ?? ''),
    }
    memory.tasks.push({ ...task, status: 'pending' })
    return { content: `Task #${task.id} created successfully: ${task.subject}`, result: { task } }
  },
  TaskUpdate(input, _, memory) {
    const taskId = String(input.taskId)
    const task = memory.tasks.find(({ id }) => id === taskId)
    const statusChange = { from: task?.status, to: input.status }
    if (task !== undefined && input.status !== undefined) task.status = String(input.status)
    const { taskId: __, ...fields } = input
    const result = { success: task !== undefined, taskId, updatedFields: Object.keys(fields), statusChange }
    return { content: `Updated task #${taskId} status`, result }
  },
  AskUserQuestion(input) {
    const answers = Object.entries((input.answers ?? {}) as Record<string, unknown>)
    const said = answers.map(([question, answer]) => `"${question}"="${answer}"`).join(', ')
    return {
      content: `Your questions have been answered: ${said}. You can now continue with these answers in mind.`,
      result: { questions: input.questions, answers: input.answers ?? {} },
    }
  },
  ExitPlanMode: (input) => ({
    content: `The user has approved the plan. You can now start coding.\n\n## Approved Plan:\n${input.plan ?? ''}`,
    result: { plan: input.plan ?? null, isAgent: false, filePath: input.planFilePath },
  }),
  EnterPlanMode: () => ({ content: 'Entered plan mode.', result: { message: 'Entered plan mode.' } }),
}

/** The outcome that the script gives, or one that fits the tool. `input` is what was allowed, edited or not. */
export function toOutcome(tool: ScriptedTool, input: Input, memory: ToolMemory): Outcome {
  if (tool.isError) return toFailure(tool.content ?? 'The tool failed.')
  const make = Object.hasOwn(MAKERS, tool.name) ? MAKERS[tool.name] : undefined
  const made = make?.(input, tool, memory) ?? { content: tool.content ?? 'Done.', result: tool.content ?? 'Done.' }
  const isEdited = input !== tool.input && JSON.stringify(input) !== JSON.stringify(tool.input)
  const result = tool.result !== undefined && !isEdited ? tool.result : made.result
  return { content: made.content, result: isEdited ? markModified(result) : result, isError: false }
}

export function toFailure(content: string): Outcome {
  return { content, result: `Error: ${content}`, isError: true }
}

function markModified(result: unknown): unknown {
  const hasMark = result !== null && typeof result === 'object' && 'userModified' in result
  return hasMark ? { ...result, userModified: true } : result
}
