import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { toText } from '../lines/line-framer.ts'
import { readLargeLine } from '../lines/read-large-line.ts'
import { mustStayWhole } from '../lines/sketch.ts'
import type { LogEntry } from '../log/record-line.ts'
import { toKeeperEntry } from './facts/log-entries.ts'

export interface LargeLines {
  /** Where whole lines are kept. */
  folder: string
  /** Where `large-line-worker` is. */
  worker: URL
}

/** Keeps a line of many megabytes beside the log, and gives what of it goes into the log: the same with its long texts cut. Requests and answers stay whole. */
export async function keepLargeLine(bytes: Buffer, { folder, worker }: LargeLines): Promise<LogEntry> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${Date.now()}-${crypto.randomUUID()}.json`)
  const [read] = await Promise.all([readLargeLine(bytes, worker), writeFile(file, bytes, { mode: 0o600 })])
  if (!read.ok || typeof read.sketch !== 'object' || read.sketch === null) {
    await rm(file, { force: true })
    return toKeeperEntry({ subtype: 'unread', text: `${toText(bytes.subarray(0, 1024))}…` })
  }
  const message = read.sketch as Record<string, unknown>
  if (mustStayWhole(message)) {
    await rm(file, { force: true })
    return { from: 'cli', json: toText(bytes), message }
  }
  const large = { bytes: bytes.length, file: join(basename(folder), basename(file)) }
  return { from: 'cli', json: JSON.stringify(message), message, large }
}
