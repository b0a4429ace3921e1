import type { DataFolder } from '../data-folder.ts'
import { TranscriptFile } from '../transcript-file.ts'
import type { HistoryEntry } from '../turns/session-work.ts'

/** `history.jsonl`: what was typed, in the order of time, over all projects. */
export function writeHistory(folder: DataFolder, entries: readonly HistoryEntry[]): void {
  const file = new TranscriptFile(folder.at('history.jsonl'))
  const sorted = entries.toSorted((one, other) => one.timestamp - other.timestamp)
  for (const entry of sorted) file.write(JSON.stringify(entry))
  file.close(sorted.at(-1)?.timestamp ?? 0)
  folder.count(file.bytes)
}
