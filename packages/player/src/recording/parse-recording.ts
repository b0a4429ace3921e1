import { PlayerError } from '../player-error.ts'

/** A line that went over a pipe, and when; or a process that began or ended. The recorder of the testkit writes them. */
export type RecordEntry =
  | { t: number; dir: 'start'; argv: string[] }
  | { t: number; dir: 'out' | 'in' | 'err'; line: string }
  | { t: number; dir: 'exit'; code: number | null; signal: string | null }

/** One process of a recording. */
export interface RecordedRun {
  argv: string[]
  entries: Exclude<RecordEntry, { dir: 'start' }>[]
}

/** Cuts a recording into its processes. */
export function parseRecording(text: string): RecordedRun[] {
  const runs: RecordedRun[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const entry = parseEntry(line, index + 1)
    if (entry.dir === 'start') runs.push({ argv: entry.argv, entries: [] })
    else if (runs.length === 0) runs.push({ argv: [], entries: [entry] })
    else runs.at(-1)?.entries.push(entry)
  }
  if (runs.length === 0) throw new PlayerError('The recording is empty.')
  return runs
}

function parseEntry(line: string, number: number): RecordEntry {
  let value: Partial<RecordEntry> | null
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new PlayerError(`Line ${number} of the recording is not JSON: ${(error as Error).message}`)
  }
  const isLine = (entry: object) => 'line' in entry && typeof entry.line === 'string'
  switch (value?.dir) {
    case 'start':
      if (Array.isArray(value.argv)) return value as RecordEntry
      break
    case 'exit':
      return value as RecordEntry
    case 'in':
    case 'out':
    case 'err':
      if (isLine(value)) return value as RecordEntry
      break
  }
  throw new PlayerError(
    `Line ${number} of the recording is none of start, in, out, err and exit: ${line.slice(0, 200)}`,
  )
}
