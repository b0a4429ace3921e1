import type { CallRow } from '@quarterdeck/transcript'

/** The CLI's message to the model about a refused call, in its versions. */
const REFUSAL = /^The user doesn't want to (?:proceed with|take) this[\s\S]*?(?:the user said:\s*|$)/
const STOPPED = /\[Request interrupted by user(?: for tool use)?\]/g
const FAILED = /^(?:Error: )?(?:Tool permission request failed:.*|Exit code 1(?:37|43)\s*$)/gm
const REMINDER = /\s*<system-reminder>[\s\S]*?<\/system-reminder>\s*$/

/** Why it was refused, in the person's own words; undefined where there were none. */
export function toReasonText(reason: string | undefined): string | undefined {
  const words = reason?.replace(REFUSAL, '').trim()
  return words === '' ? undefined : words
}

/** A call as it is shown: words that were meant for the model alone, and those that are said already, are not among its results. */
export function withoutRefusal(row: CallRow): CallRow {
  const { call } = row
  if (call.result === undefined) return row
  const isRefused = call.status === 'denied' || call.status === 'cancelled' || call.status === 'aborted'
  const kept = isRefused
    ? call.result.replace(REFUSAL, '').replaceAll(STOPPED, '').replaceAll(FAILED, '').trim()
    : call.result.replace(REMINDER, '')
  const result = isRefused && kept === toReasonText(call.reason) ? '' : kept
  return result === call.result ? row : { ...row, call: { ...call, result } }
}
