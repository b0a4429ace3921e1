import type { StoredRecording } from '@quarterdeck/testkit'
import { type FeedRecord, splitRecord } from './feed-record.ts'

const BEGINNING = Date.parse('2026-11-15T10:28:00.000Z')

/** The log that a keeper would have written of a recording. */
export function toRecordedLog({ lines }: StoredRecording): FeedRecord[] {
  let seq = 0
  const toRecord = (t: number, from: string, message: string) => {
    seq += 1
    const at = new Date(BEGINNING + t).toISOString()
    return splitRecord(`{"seq":${seq},"at":"${at}","from":"${from}","message":${message}}`, 0)
  }
  return lines.flatMap((line): FeedRecord[] => {
    switch (line.dir) {
      case 'start':
        return [toRecord(line.t, 'keeper', JSON.stringify(started(line.argv)))]
      case 'in':
        return isJson(line.line) ? [toRecord(line.t, 'host', line.line)] : []
      case 'out':
        return isJson(line.line)
          ? [toRecord(line.t, 'cli', line.line)]
          : [toRecord(line.t, 'keeper', JSON.stringify({ type: 'keeper', subtype: 'unread', text: line.line }))]
      case 'exit':
        return [toRecord(line.t, 'keeper', JSON.stringify(exited(line.code, line.signal)))]
      default:
        return []
    }
  })
}

function started(argv: readonly string[]) {
  const sessionId = argv.find((word) => word.startsWith('--session-id='))?.slice('--session-id='.length) ?? ''
  return { type: 'keeper', subtype: 'started', pid: 1, sessionId, cwd: '/home/user/project', resumed: false }
}

function exited(code: number | null, signal: string | null) {
  const exit = { kind: 'finished', code, signal, forced: false, inTurn: false, stderr: '' }
  return { type: 'keeper', subtype: 'exited', exit }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
