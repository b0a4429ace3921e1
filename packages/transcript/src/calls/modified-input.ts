import { toCanonicalJson } from '@quarterdeck/protocol/pure'
import type { ToolCall } from '../state/entry.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Input fields that the result of a tool repeats. A transcript keeps the input that Claude asked for, not the one that a person or a hook
 * changed it to (both CLIs write `userModified: false`); only the results of these tools show the difference. No result shows a command.
 */
const REPEATED: ReadonlyMap<string, readonly (readonly [inInput: string, inResult: string])[]> = new Map([
  ['Write', [['content', 'content'] as const, ['file_path', 'filePath'] as const]],
  [
    'Edit',
    [['old_string', 'oldString'] as const, ['new_string', 'newString'] as const, ['file_path', 'filePath'] as const],
  ],
  ['NotebookEdit', [['new_source', 'new_source'] as const]],
])

/** Sets the input that a tool runs with; Claude's own input stays in `asked`. */
export function withInput(tool: ToolCall, input: unknown): ToolCall {
  return isSameData(tool.input, input) ? tool : { ...tool, input, asked: tool.asked ?? tool.input }
}

/** Takes the input from the result of a call, where the two differ and no approval has changed the input before. */
export function withResultInput(tool: ToolCall): ToolCall {
  const fields = REPEATED.get(tool.name)
  if (fields === undefined || tool.asked !== undefined || tool.status !== 'done') return tool
  const given = toFields(tool.input)
  const done = toFields(tool.structured)
  const differing = fields.filter(([name, other]) => isOther(name, given[name], done[other]))
  if (differing.length === 0) return tool
  return withInput(tool, { ...given, ...Object.fromEntries(differing.map(([name, other]) => [name, done[other]])) })
}

function isOther(name: string, given: unknown, done: unknown): boolean {
  if (typeof given !== 'string' || typeof done !== 'string') return false
  if (name === 'file_path') return WHOLE_PATH.test(given) && given.normalize() !== done.normalize()
  return withPlainQuotes(given) !== withPlainQuotes(done)
}

/** An absolute path without `.` and `..`. The CLI rewrites any other path, so that a difference means nothing. */
const WHOLE_PATH = /^\/(?!.*(?:\/\/|\/\.\.?(?:\/|$)))/

/** The CLI changes curly quotes to those that stand in the file. */
function withPlainQuotes(text: string): string {
  return text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')
}

/** Says that a call ran with another input than Claude asked for; undefined where it did not. */
export function toModifiedText({ asked, userModified }: Pick<ToolCall, 'asked' | 'userModified'>): string | undefined {
  if (userModified) return 'modified by you'
  return asked === undefined ? undefined : 'changed before it ran'
}

/** The order of fields does not matter. Values that have no canonical JSON, such as NaN, are never the same. */
export function isSameData(one: unknown, other: unknown): boolean {
  try {
    return one === other || toCanonicalJson(one) === toCanonicalJson(other)
  } catch {
    return false
  }
}

function toFields(value: unknown): Fields {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
