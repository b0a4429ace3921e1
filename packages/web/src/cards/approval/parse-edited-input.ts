import { findToolWords } from '../../tools/tool-words.ts'

export type EditedInput = { ok: true; input: Record<string, unknown> } | { ok: false; problem: string }

/** Reads a tool's input as a person has edited it: JSON, or for some tools just the command. */
export function parseEditedInput(text: string, toolName: string, input: unknown): EditedInput {
  const main = findToolWords(toolName).mainField
  const looksLikeJson = /^\s*\{/.test(text)
  if (main !== null && !looksLikeJson && text.trim() !== '')
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
