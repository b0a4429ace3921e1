import { parseLeniently } from '../lines/repair.ts'
import type { Fault } from '../lines/without-field.ts'
import { type ControlRequests, type ControlSubtype, findControlEntry } from './table.ts'

export type ControlResult<V> = { ok: true; value: V; faults: readonly Fault[] } | { ok: false; problem: string }

/**
 * The payload of a success, typed by the request it answers. What fits comes back as the same object, unknown fields and
 * all; a field that is merely nice to have and does not fit is left out and named in `faults`. No payload counts as an empty
 * one. The payload of a subtype we do not know is not checked.
 */
export function parseControlResult<S extends ControlSubtype>(
  subtype: S,
  payload: unknown,
): ControlResult<ControlRequests[S]['response']>
export function parseControlResult(subtype: string, payload: unknown): ControlResult<unknown>
export function parseControlResult(subtype: string, payload: unknown): ControlResult<unknown> {
  const schema = findControlEntry(subtype)?.response
  const value = payload ?? {}
  if (schema === undefined) return { ok: true, value, faults: [] }
  const parsed = parseLeniently(schema, value)
  if (parsed !== null) return { ok: true, ...parsed }
  const issue = schema.safeParse(value).error?.issues[0]
  return { ok: false, problem: `${subtype}: ${[...(issue?.path ?? []), issue?.message].join(' ')}` }
}
