import { resolve } from 'node:path'
import { isTimeZone, parseTime } from '@quarterdeck/archive'
import { z } from 'zod'

/** Fields of queries and paths. What is wrong with a value is said in words that go on behind its name, with the value. */

/** As an error shows it. */
function toShown(value: unknown): string {
  return value === undefined ? 'nothing' : `'${String(value).slice(0, 100)}'`
}

function takes(what: string): { error: (issue: { input?: unknown }) => string } {
  return { error: ({ input }) => `takes ${what}, not ${toShown(input)}` }
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

/** As it is known, without a slash at its end: what was typed or completed may have one. */
export function project() {
  return z.preprocess((text) => (typeof text === 'string' && /^\/[^\0]*$/.test(text) ? resolve(text) : text), folder())
}

export function timeZone() {
  return words('the name of a time zone like Europe/Zurich', 100).refine(
    isTimeZone,
    takes('the name of a time zone like Europe/Zurich'),
  )
}

const TIME = 'a day like 2026-11-14 or a time of ISO 8601'

/** As it was written: which instant a day begins at depends on the zone. */
export function time() {
  return words(TIME, 100).refine((text) => parseTime(text, 'since', 'UTC') !== null, takes(TIME))
}

/** Since and until as instants. */
export function toRange({
  since,
  until,
  tz,
}: {
  since?: string | undefined
  until?: string | undefined
  tz?: string | undefined
}) {
  const zone = tz ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const toMs = (text: string | undefined, edge: 'since' | 'until') =>
    text === undefined ? undefined : (parseTime(text, edge, zone) ?? undefined)
  return { sinceMs: toMs(since, 'since'), untilMs: toMs(until, 'until'), timeZone: zone }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Of a session, in a path. */
export const ofSession = {
  id: z.string().regex(UUID, 'is no session: they are UUIDs, and GET /api/claude/sessions lists them'),
}
