import { pino } from 'pino'
import type { Log } from './log.ts'
import type { LogLevel } from './log-level.ts'
import { RotatingFile } from './rotating-file.ts'
import { toTerminalLine } from './terminal-line.ts'

export interface LogOptions {
  /** In this folder, as `server.log`. */
  folder: string
  /** Undefined where nobody chose: then the terminal hears only of what is wrong. */
  level: LogLevel | undefined
  /** Where a person looks; null where there is none. */
  terminal: { write(text: string): unknown } | null
  maxBytes?: number
}

export interface OpenLog extends Log {
  close(): void
}

const MAX_BYTES = 5 * 1024 * 1024
const KEEP = 4

/** One line of JSON for each thing that happened, in files that cannot grow without end; short words for the terminal. */
export function createLog({ folder, level, terminal, maxBytes = MAX_BYTES }: LogOptions): OpenLog {
  const file = new RotatingFile({ path: `${folder}/server.log`, maxBytes, keep: KEEP })
  const fileLevel = level ?? 'info'
  const streams: { level: pino.Level; stream: pino.DestinationStream }[] = []
  if (fileLevel !== 'silent') streams.push({ level: fileLevel, stream: file })
  if (terminal !== null && level !== 'silent')
    streams.push({ level: level ?? 'warn', stream: { write: (line) => void terminal.write(toTerminalLine(line)) } })
  const log = pino(
    {
      level: fileLevel,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.multistream(streams),
  )
  return {
    debug: (facts, message) => log.debug(facts, message),
    info: (facts, message) => log.info(facts, message),
    warn: (facts, message) => log.warn(facts, message),
    error: (facts, message) => log.error(facts, message),
    close: () => file.close(),
  }
}
