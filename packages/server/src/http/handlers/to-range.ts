import { resolve } from 'node:path'
import { isTimeZone, parseTime } from '@quarterdeck/archive'
import { TIME, TIME_ZONE, toTakes } from '@quarterdeck/contract/routes'
import { ServerError } from '../../server-error.ts'

interface AskedRange {
  since?: string | undefined
  until?: string | undefined
  tz?: string | undefined
}

/** Since and until as instants. */
export function toRange({ since, until, tz }: AskedRange) {
  const timeZone = toTimeZone(tz) ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const toMs = (text: string | undefined, edge: 'since' | 'until') => {
    if (text === undefined) return undefined
    const ms = parseTime(text, edge, timeZone)
    if (ms === null) throw toWrong(edge, TIME, text)
    return ms
  }
  return { sinceMs: toMs(since, 'since'), untilMs: toMs(until, 'until'), timeZone }
}

/** A zone that there is, where one was asked for. */
export function toTimeZone(tz: string | undefined): string | undefined {
  if (tz !== undefined && !isTimeZone(tz)) throw toWrong('tz', TIME_ZONE, tz)
  return tz
}

/** A project as it is known, without a slash at its end: what was typed or completed may have one. */
export function toProject(path: string | undefined): string | undefined {
  return path === undefined ? undefined : resolve(path)
}

function toWrong(name: string, takes: string, given: string): ServerError {
  return new ServerError('bad_request', `'${name}' ${toTakes(takes, given)}.`)
}
