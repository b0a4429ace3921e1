import { toTable } from '../../text/to-table.ts'

export type EditedInput = { ok: true; input: Record<string, unknown> } | { ok: false; problem: string }

/** The one field that is meant when somebody types plain words in the place of the whole input. */
const MAIN_FIELDS: Readonly<Record<string, string>> = toTable({ Bash: 'command', Write: 'content', WebFetch: 'url' })

/** What a person made of a tool's input: JSON, or for some tools just the command. */
export function parseEditedInput(text: string, toolName: string, input: unknown): EditedInput {
  const main = MAIN_FIELDS[toolName]
  const looksLikeJson = /^\s*\{/.test(text)
  if (main !== undefined && !looksLikeJson && text.trim() !== '')
    return { ok: true, input: { ...(input as Record<string, unknown>), [main]: text } }
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return { ok: true, input: value as Record<string, unknown> }
    return { ok: false, problem: 'The input must be a JSON object, as in {"command": "ls"}.' }
  } catch (error) {
    return { ok: false, problem: `This is not JSON: ${(error as Error).message}.` }
  }
}
