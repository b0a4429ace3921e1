import { z } from 'zod'
import { loose, type Since } from '../lines/define.ts'

export interface ControlEntry<Q extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  direction: 'from-cli' | 'from-host'
  request: Q
  /** What a success carries; nothing at all counts as an empty object, since the CLI leaves it out as it likes. */
  response: R
  since: Since
  /** What Quarterdeck does with it: a sentence for `docs/protocol.md`. */
  use: string
}

/** The answer of a request that only wants to know that it was done. */
export const Done = loose({})

function toRequest<T extends string, S extends z.ZodRawShape>(subtype: T, shape: S) {
  return loose({ subtype: z.literal(subtype), ...shape })
}

/** A request that the CLI writes and the host answers. */
export function fromCli<T extends string, S extends z.ZodRawShape, R extends z.ZodType>(
  subtype: T,
  shape: S,
  response: R,
  since: Since,
  use: string,
) {
  return { direction: 'from-cli' as const, request: toRequest(subtype, shape), response, since, use }
}

/** A request that the host writes and the CLI answers, or, in an old CLI, leaves without an answer for ever. */
export function fromHost<T extends string, S extends z.ZodRawShape, R extends z.ZodType>(
  subtype: T,
  shape: S,
  response: R,
  since: Since,
  use: string,
) {
  return { direction: 'from-host' as const, request: toRequest(subtype, shape), response, since, use }
}
