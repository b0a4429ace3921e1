import { findEntry, type Message, readSubtype } from '../messages/table.ts'
import { isPlainDelta } from '../stream-events.ts'
import { fits } from './fits.ts'
import { normalise } from './normalise.ts'
import { parseLeniently } from './repair.ts'
import type { Fault } from './without-field.ts'

/** What a line of the CLI is. `raw` is the line as it came, always. */
export type Line =
  | {
      kind: 'message'
      raw: string
      /** In the one spelling of `normalise`; unknown fields are still there. */
      message: Message
      /** Fields that did not fit and were left out of `message`. */
      faults: readonly Fault[]
    }
  | {
      kind: 'unknown'
      raw: string
      /** A type or subtype of a newer CLI, or a known one in a shape that we cannot read. */
      reason: 'type' | 'shape'
      type: string
      subtype: string | undefined
      value: Record<string, unknown>
    }
  | { kind: 'malformed'; raw: string; problem: string }

const NO_FAULTS: readonly Fault[] = Object.freeze([])

export function parseLine(raw: string): Line {
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch (error) {
    return { kind: 'malformed', raw, problem: (error as Error).message }
  }
  return parseValue(value, raw)
}

/** For a caller that has the JSON value already; `raw` must be the text it came from. */
export function parseValue(value: unknown, raw: string): Line {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return { kind: 'malformed', raw, problem: 'The line is not a JSON object' }
  const type = (value as { type?: unknown }).type
  if (typeof type !== 'string') return { kind: 'malformed', raw, problem: 'The object has no type' }

  const normal = normalise(value as Record<string, unknown>)
  if (type === 'stream_event' && isPlainDelta(normal))
    return { kind: 'message', raw, message: normal as Message, faults: NO_FAULTS }

  const known = findEntry(type, normal)
  if (known !== undefined && fits(known.schema, normal))
    return { kind: 'message', raw, message: normal as Message, faults: NO_FAULTS }
  const parsed = known === undefined ? null : parseLeniently(known.schema, normal)
  if (parsed !== null) return { kind: 'message', raw, message: parsed.value as Message, faults: parsed.faults }
  const reason = known === undefined ? 'type' : 'shape'
  return { kind: 'unknown', raw, reason, type, subtype: readSubtype(type, normal), value: normal }
}
