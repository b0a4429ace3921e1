import { z } from 'zod'

/**
 * How we know a shape: `documented` in the descriptions of CLI 2.1.1 to 2.1.38, `published` in the types of the Agent SDK,
 * `seen` in the output of a real CLI, `declared` only in the CLI's own schemas.
 */
export type Since = 'documented' | 'published' | 'seen' | 'declared'

/** Where a shape occurs: written by the CLI, written by the host, or a line of a transcript file. */
export type Place = 'stdout' | 'stdin' | 'transcript'

export interface Entry<S extends z.ZodType = z.ZodType> {
  schema: S
  since: Since
  places: readonly Place[]
  /** What Quarterdeck does with it: a sentence for `docs/protocol.md`. */
  use: string
}

export function entry<S extends z.ZodType>(schema: S, since: Since, places: readonly Place[], use: string): Entry<S> {
  return { schema, since, places, use }
}

/**
 * An object that others write. Unknown fields survive, and the inferred type has no index signature, so that a misspelt
 * field is still a type error.
 */
export function loose<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strip> {
  return z.looseObject(shape) as unknown as z.ZodObject<S, z.core.$strip>
}

type Open<V extends string> = V | (string & {})

/** A word from a list that a newer CLI may extend: any string passes, the known ones are suggested and documented. */
export function open<const V extends string>(...known: V[]): z.ZodType<Open<V>, Open<V>> {
  return z.string().meta({ known }) as unknown as z.ZodType<Open<V>, Open<V>>
}

/** An object of which nothing is known but that it is one. */
export const Json = z.record(z.string(), z.unknown())
