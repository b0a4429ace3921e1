import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type ToolName, toolSchemas } from './table.ts'
import { viewToolInput, viewToolResult } from './view.ts'

/** The least that each tool has to say to be shown as what it is. */
const least: Record<ToolName, { input: object; result: unknown }> = {
  Bash: { input: { command: 'ls' }, result: { stdout: '' } },
  Read: { input: { file_path: '/a' }, result: { type: 'text', file: { filePath: '/a', content: '' } } },
  Edit: { input: { file_path: '/a', old_string: 'a', new_string: 'b' }, result: { filePath: '/a' } },
  MultiEdit: { input: { file_path: '/a', edits: [{ old_string: 'a', new_string: 'b' }] }, result: { filePath: '/a' } },
  Write: { input: { file_path: '/a', content: '' }, result: { filePath: '/a', content: '' } },
  NotebookEdit: { input: { notebook_path: '/a.ipynb', new_source: '' }, result: { new_source: '' } },
  Glob: { input: { pattern: '*' }, result: { filenames: [] } },
  Grep: { input: { pattern: 'a' }, result: { filenames: [] } },
  LS: { input: { path: '/' }, result: '- /' },
  WebFetch: { input: { url: 'https://example.org' }, result: { result: '' } },
  WebSearch: { input: { query: 'a' }, result: { results: [] } },
  Agent: { input: { prompt: 'a' }, result: { status: 'completed', content: [] } },
  TodoWrite: { input: { todos: [] }, result: { newTodos: [] } },
  TaskCreate: { input: { subject: 'a' }, result: { task: { id: '1', subject: 'a' } } },
  TaskGet: { input: { taskId: '1' }, result: { task: null } },
  TaskUpdate: { input: { taskId: '1' }, result: { taskId: '1' } },
  TaskList: { input: {}, result: { tasks: [] } },
  TaskStop: { input: { task_id: 'b1' }, result: { message: 'Stopped' } },
  TaskOutput: { input: { task_id: 'b1' }, result: { retrieval_status: 'success' } },
  AskUserQuestion: { input: { questions: [] }, result: { answers: {} } },
  EnterPlanMode: { input: {}, result: { message: '' } },
  ExitPlanMode: { input: {}, result: { plan: null } },
  Skill: { input: { skill: 'review' }, result: { commandName: 'review' } },
  ListMcpResourcesTool: { input: {}, result: [] },
  ReadMcpResourceTool: { input: { server: 'a', uri: 'b' }, result: { contents: [] } },
  ReadMcpResourceDirTool: { input: { server: 'a', uri: 'b' }, result: { resources: [] } },
  Monitor: { input: { description: 'a' }, result: { taskId: 'b1' } },
  CronCreate: { input: { cron: '* * * * *', prompt: 'a' }, result: { id: '1' } },
  CronDelete: { input: { id: '1' }, result: { id: '1' } },
  CronList: { input: {}, result: { jobs: [] } },
  ScheduleWakeup: { input: {}, result: { scheduledFor: 0 } },
  EnterWorktree: { input: {}, result: { worktreePath: '/a' } },
  ExitWorktree: { input: { action: 'keep' }, result: { worktreePath: '/a' } },
  Workflow: { input: {}, result: { taskId: 'w1' } },
  ToolSearch: { input: { query: 'a' }, result: { matches: [] } },
  SendMessage: { input: { message: 'a' }, result: { success: true } },
  ReportFindings: { input: { findings: [] }, result: { findings: [] } },
  PushNotification: { input: { message: 'a' }, result: { message: 'a' } },
}

const tools = Object.keys(toolSchemas) as ToolName[]

describe.each(tools)('%s', (name) => {
  const { input, result } = least[name]
  const schemas = toolSchemas[name]

  it('is shown as what it is when it says the least', () => {
    expect(viewToolInput(name, input)).toEqual({ tool: name, value: input })
    expect(viewToolResult(name, result)).toEqual({ tool: name, value: result })
  })

  it('loses an optional field of the wrong type, and nothing else', () => {
    for (const [field, wrong] of wrongFields(schemas.input, input))
      expect(viewToolInput(name, { ...input, [field]: wrong, extra: 1 }), field).toEqual({
        tool: name,
        value: { ...input, extra: 1 },
      })
    if (result === null || typeof result !== 'object' || Array.isArray(result)) return
    for (const [field, wrong] of wrongFields(schemas.result, result))
      expect(viewToolResult(name, { ...result, [field]: wrong, extra: 1 }), field).toEqual({
        tool: name,
        value: { ...result, extra: 1 },
      })
  })

  it('loses all of them at once', () => {
    const wrong = Object.fromEntries(wrongFields(schemas.input, input))
    expect(viewToolInput(name, { ...input, ...wrong })).toEqual({ tool: name, value: input })
  })
})

it('tries a wrong type on most of the fields there are', () => {
  const tried = tools.flatMap((name) => [
    ...wrongFields(toolSchemas[name].input, least[name].input),
    ...wrongFields(toolSchemas[name].result, least[name].result),
  ])
  expect(tried.length).toBeGreaterThan(180)
})

/** For each optional field, the first of some odd values that it does not take. */
function wrongFields(schema: z.ZodType, present: unknown): [field: string, wrong: unknown][] {
  const odd = [7, 'odd', { odd: [] }, [[null]], true]
  return objectsIn(schema).flatMap((object) =>
    Object.entries(object.shape)
      .filter(([field]) => !Object.hasOwn(Object(present), field))
      .flatMap(([field, inner]): [string, unknown][] => {
        const wrong = odd.find((value) => !(inner as z.ZodType).safeParse(value).success)
        return wrong === undefined ? [] : [[field, wrong]]
      }),
  )
}

/** Of a union only the first: the fields of the others are unknown to it. */
function objectsIn(schema: z.ZodType): z.ZodObject[] {
  if ('options' in schema) return objectsIn((schema.options as z.ZodType[])[0] as z.ZodType)
  return 'shape' in schema ? [schema as z.ZodObject] : []
}
