import { z } from 'zod'

/** Fields of queries, paths and answers. What is wrong with a value is said in words that go on behind its name, with the value. */

/** As an error shows it. */
function toShown(value: unknown): string {
  return value === undefined ? 'nothing' : `'${String(value).slice(0, 100)}'`
}

function takes(what: string): { error: (issue: { input?: unknown }) => string } {
  return { error: ({ input }) => toTakes(what, input) }
}

/** What a field takes, and what it was given instead. */
export function toTakes(what: string, given: unknown): string {
  return `takes ${what}, not ${toShown(given)}`
}

export function wholeNumber(min: number, max: number) {
  const range = takes(`a whole number from ${min} to ${max}`)
  const number = z.int(range).min(min, range).max(max, range)
  return z.preprocess((text) => (typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text), number)
}

/** `?name=1`, or `true`. */
export function yes() {
  const flag = z.boolean(takes("'1' or '0'"))
  const values: Record<string, boolean> = { 1: true, true: true, 0: false, false: false }
  return z.preprocess((text) => values[String(text)] ?? text, flag)
}

export function oneOf<const Word extends string>(words: readonly [Word, ...Word[]]) {
  return z.enum(words, takes(`one of ${words.join(', ')}`))
}

/** Words of any kind; `what` says what they are. */
export function words(what: string, most = 4096) {
  return z
    .string(takes(what))
    .min(1, takes(what))
    .max(most, takes(`${what} of at most ${most} characters`))
}

export function folder() {
  const path = takes('the absolute path of a folder')
  return z
    .string(path)
    .max(4096, path)
    .regex(/^\/[^\0]*$/, path)
}

/** The server has the list of zones, and says so where a name is none of them. */
export const TIME_ZONE = 'the name of a time zone like Europe/Zurich'
export const timeZone = () => words(TIME_ZONE, 100)

/** As it was written: which instant a day begins at depends on the zone, so the server reads it. */
export const TIME = 'a day like 2026-11-14 or a time of ISO 8601'
export const time = () => words(TIME, 100)

export const sha256 = () => z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex')

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Of a session, in a path. */
export const ofSession = {
  id: z.string().regex(UUID, 'is no session: they are UUIDs, and GET /api/claude/sessions lists them'),
}

/** `?limit=&cursor=`, as every list takes them. */
export function paging(most: number) {
  return {
    limit: wholeNumber(1, most).optional().describe(`At most so many items, up to ${most}`),
    cursor: words('the nextCursor of the page before', 4096).optional().describe('`nextCursor` of the page before'),
  }
}

/** What every list answers. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() })
}

/** A body without fields: one would be a mistake. */
export const Nothing = z.strictObject({})

/** It was done, and there is nothing else to say. */
export const Done = z.object({})
export type Done = z.infer<typeof Done>
