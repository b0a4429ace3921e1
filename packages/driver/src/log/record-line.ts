import type { LogRecord, LogSource } from '@quarterdeck/protocol/pure'

/** Something to be written down. `json` is the text that was said, which goes into the log as it is. */
export interface LogEntry {
  from: LogSource
  json: string
  /** The same, read; empty where it is too long to be read here. */
  message: Readonly<Record<string, unknown>>
  commandId?: string | undefined
  by?: string | undefined
  large?: LogRecord['large']
}

/** One line of the log, without its newline. What was said is never parsed and written again. */
export function toRecordLine(entry: LogEntry, seq: number, at: string): string {
  const { from, json, commandId, by, large } = entry
  const who = by === undefined ? '' : `,"by":${JSON.stringify(by)}`
  const command = commandId === undefined ? '' : `,"commandId":${JSON.stringify(commandId)}`
  const size = large === undefined ? '' : `,"large":${JSON.stringify(large)}`
  return `{"seq":${seq},"at":"${at}","from":"${from}"${command}${who}${size},"message":${json}}`
}

/** The same as its line says it. */
export function toRecord({ from, message, commandId, by, large }: LogEntry, seq: number, at: string): LogRecord {
  const record: LogRecord = { seq, at, from, message }
  if (large !== undefined) record.large = large
  if (commandId !== undefined) record.commandId = commandId
  if (by !== undefined) record.by = by
  return record
}

/** Null for a line that was torn or tampered with. */
export function parseRecordLine(line: string): LogRecord | null {
  try {
    const record = JSON.parse(line) as LogRecord
    return Number.isInteger(record.seq) && typeof record.message === 'object' && record.message !== null ? record : null
  } catch {
    return null
  }
}

const HEAD = /^\{"seq":(\d+),/

/** The number of a line, without reading the rest of it. */
export function parseSeq(head: string): number | null {
  const digits = HEAD.exec(head)?.[1]
  return digits === undefined ? null : Number(digits)
}
