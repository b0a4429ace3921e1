import type { ToolCall } from '../state/entry.ts'
import { toModifiedText } from './modified-input.ts'

const MAX_CHARACTERS = 100
/** Input fields that name the subject of a call; the first that is there counts. */
const SUBJECTS = ['command', 'file_path', 'notebook_path', 'pattern', 'query', 'url', 'description', 'skill', 'path']

/** A call in a line: the tool and its subject. */
export function toCallLine({ name, input }: ToolCall): string {
  const subject = toSubject(input)
  return subject === '' ? name : `${name}: ${subject}`
}

/** The command, path, pattern or address that a call is about, cut to a line. */
export function toSubject(input: unknown): string {
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const subject = SUBJECTS.map((field) => fields[field]).find((value) => typeof value === 'string' && value !== '')
  if (typeof subject !== 'string') return ''
  const line = subject.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line
}

/** How a call ended, and who decided on it. */
export function toCallEnd(call: ToolCall): string {
  const { status, decision, reason, result } = call
  const by = decision?.by === undefined ? '' : ` by ${decision.by}`
  const who = decision === undefined || (decision.outcome === 'denied' && by === '') ? '' : `, ${decision.outcome}${by}`
  const why = status === 'denied' && reason !== undefined && reason !== result ? `: ${reason}` : ''
  const modified = toModifiedText(call)
  return `${status}${who}${modified === undefined ? '' : `, ${modified}`}${why}`
}
