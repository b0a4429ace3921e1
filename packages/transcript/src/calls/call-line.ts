import type { ToolCall } from '../state/entry.ts'
import { toModifiedText } from './modified-input.ts'

const MAX_CHARACTERS = 100
/** The field that says most of a call, the first that is there. */
const TELLING = ['command', 'file_path', 'notebook_path', 'pattern', 'query', 'url', 'description', 'skill', 'path']

/** What a call is about, in a line. */
export function toCallLine({ name, input }: ToolCall): string {
  const subject = toSubject(input)
  return subject === '' ? name : `${name}: ${subject}`
}

/** What stands in the field that says most. */
export function toSubject(input: unknown): string {
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const told = TELLING.map((field) => fields[field]).find((value) => typeof value === 'string' && value !== '')
  if (typeof told !== 'string') return ''
  const line = told.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line
}

/** What became of it, and who decided that. */
export function toCallEnd(call: ToolCall): string {
  const { status, decision, reason, result } = call
  const by = decision?.by === undefined ? '' : ` by ${decision.by}`
  const who = decision === undefined || (decision.outcome === 'denied' && by === '') ? '' : `, ${decision.outcome}${by}`
  const why = status === 'denied' && reason !== undefined && reason !== result ? `: ${reason}` : ''
  const modified = toModifiedText(call)
  return `${status}${who}${modified === undefined ? '' : `, ${modified}`}${why}`
}
