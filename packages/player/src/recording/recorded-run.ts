import type { HostRequest } from '../host-message.ts'
import type { RecordedRun } from './parse-recording.ts'
import { parseRecorded, type RecordedMessage, toPurpose } from './recorded-message.ts'

/** Whether the recorded host makes this request too, from here on and before its next prompt. */
export function isExpected({ entries }: RecordedRun, from: number, message: HostRequest): boolean {
  for (const entry of entries.slice(from)) {
    if (entry.dir !== 'in') continue
    const recorded = parseRecorded(entry.line)
    if (recorded?.type === 'user') return false
    if (recorded !== null && toPurpose(recorded) === toPurpose(message)) return true
  }
  return false
}

/** A prompt of the recorded CLI that nobody answered and that was not withdrawn. */
export function isLeftOpen({ entries }: RecordedRun, { request, request_id }: RecordedMessage): boolean {
  if (request?.subtype !== 'can_use_tool') return false
  return !entries.some((entry) => {
    const message = entry.dir === 'in' || entry.dir === 'out' ? parseRecorded(entry.line) : null
    const isWithdrawn = message?.type === 'control_cancel_request' && message.request_id === request_id
    return isWithdrawn || (entry.dir === 'in' && message?.response?.request_id === request_id)
  })
}

/** What the recorded CLI answered to a request of this subtype, whenever it was made. */
export function findResponse({ entries }: RecordedRun, subtype: string): object | undefined {
  const lines = entries.flatMap((entry) => ('line' in entry ? [parseRecorded(entry.line)] : []))
  const asked = lines.find((line) => line?.type === 'control_request' && line.request?.subtype === subtype)
  const answer = lines.find((line) => line?.response?.request_id === asked?.request_id && asked !== undefined)
  return answer?.response?.subtype === 'success' ? (answer.response.response ?? {}) : undefined
}
