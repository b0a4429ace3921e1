import { toCanonicalJson } from '@quarterdeck/protocol/pure'
import type { ToolCall } from '../state/entry.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * A transcript has what Claude asked for, and no word of what a person, or a hook, made of it: both CLIs even write `userModified: false`.
 * Of these tools the result says what was done; of a command nothing does.
 */
const TOLD: ReadonlyMap<string, readonly (readonly [given: string, told: string])[]> = new Map([
  ['Write', [['content', 'content'] as const, ['file_path', 'filePath'] as const]],
  [
    'Edit',
    [['old_string', 'oldString'] as const, ['new_string', 'newString'] as const, ['file_path', 'filePath'] as const],
  ],
  ['NotebookEdit', [['new_source', 'new_source'] as const]],
])

/** A call that is done with something else than Claude asked for: its input is what counts, and what was asked is kept beside it. */
export function withInput(tool: ToolCall, input: unknown): ToolCall {
  return isSameData(tool.input, input) ? tool : { ...tool, input, asked: tool.asked ?? tool.input }
}

/** A call with its result: where that tells of another input than was asked for, and nobody has said so before, it counts. */
export function withToldInput(tool: ToolCall): ToolCall {
  const fields = TOLD.get(tool.name)
  if (fields === undefined || tool.asked !== undefined || tool.status !== 'done') return tool
  const given = toFields(tool.input)
  const told = toFields(tool.structured)
  const differing = fields.filter(([name, other]) => isOther(name, given[name], told[other]))
  if (differing.length === 0) return tool
  return withInput(tool, { ...given, ...Object.fromEntries(differing.map(([name, other]) => [name, told[other]])) })
}

function isOther(name: string, given: unknown, told: unknown): boolean {
  if (typeof given !== 'string' || typeof told !== 'string') return false
  if (name === 'file_path') return WHOLE_PATH.test(given) && given.normalize() !== told.normalize()
  return withPlainQuotes(given) !== withPlainQuotes(told)
}

/** Any other path the CLI itself writes anew. */
const WHOLE_PATH = /^\/(?!.*(?:\/\/|\/\.\.?(?:\/|$)))/

/** Quotes the CLI takes as they stand in the file. */
function withPlainQuotes(text: string): string {
  return text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')
}

/** That it was not done as Claude asked, in words; undefined where it was. */
export function toModifiedText({ asked, userModified }: Pick<ToolCall, 'asked' | 'userModified'>): string | undefined {
  if (userModified) return 'modified by you'
  return asked === undefined ? undefined : 'changed before it ran'
}

/** The order of fields is no difference. What cannot be compared, such as a number that is none, is not the same. */
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
