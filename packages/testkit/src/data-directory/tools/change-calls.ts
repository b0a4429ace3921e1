import type { Conversation } from '../conversation.ts'
import { toFilePath } from '../text/words.ts'
import type { ToolCall } from './tool-call.ts'
import type { Workspace } from './workspace.ts'

/** A session may write for days; its files must still fit into memory. */
const MOST_FILES = 20

export function writeCall(conversation: Conversation, workspace: Workspace, bytes: number): ToolCall {
  const { chance, text, place } = conversation
  const path = workspace.paths.length < MOST_FILES ? toFilePath(chance) : chance.pick(workspace.paths)
  const filePath = `${place.cwd}/${path}`
  const content = text.code(chance, Math.min(bytes, 6000))
  const original = workspace.read(path) ?? null
  const isNew = place.style === 'new'
  return {
    name: 'Write',
    input: { file_path: filePath, content },
    content: `${original === null ? 'Created' : 'Replaced'} ${filePath}`,
    structured: {
      type: original === null ? 'create' : 'update',
      filePath,
      content,
      structuredPatch: [],
      originalFile: original,
      ...(isNew && { userModified: false }),
    },
    // The file changes when the tool runs, not when it is called.
    during: ({ assistantUuid }) => {
      workspace.track(conversation, path, assistantUuid)
      workspace.put(path, content)
    },
  }
}

/** Replaces one line of a file that the session wrote before. Null where there is none. */
export function editCall(conversation: Conversation, workspace: Workspace): ToolCall | null {
  const { chance, text, place } = conversation
  const { paths } = workspace
  if (paths.length === 0) return null
  const path = chance.pick(paths)
  const original = workspace.read(path) ?? ''
  const lines = original.split('\n')
  const at = lines.findIndex((line, index) => line.trim() !== '' && lines.indexOf(line) === index && chance.yes(0.2))
  const oldString = lines[at]
  if (oldString === undefined || original.indexOf(oldString) !== original.lastIndexOf(oldString)) return null
  const newString = `// ${text.sentence(chance)}`
  const filePath = `${place.cwd}/${path}`
  const before = lines.slice(Math.max(0, at - 3), at).map((line) => ` ${line}`)
  const after = lines.slice(at + 1, at + 4).map((line) => ` ${line}`)
  const start = at - before.length + 1
  const count = before.length + 1 + after.length
  const patch = [...before, `-${oldString}`, `+${newString}`, ...after]
  return {
    name: 'Edit',
    input: { replace_all: false, file_path: filePath, old_string: oldString, new_string: newString },
    content: `Changed ${filePath}`,
    structured: {
      filePath,
      oldString,
      newString,
      originalFile: original,
      structuredPatch: [{ oldStart: start, oldLines: count, newStart: start, newLines: count, lines: patch }],
      userModified: false,
      replaceAll: false,
    },
    during: ({ assistantUuid }) => {
      workspace.track(conversation, path, assistantUuid)
      workspace.put(
        path,
        original.replace(oldString, () => newString),
      )
    },
  }
}
