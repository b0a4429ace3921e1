import { closeSync } from 'node:fs'
import type { IndexedFile } from '../index/index-file.ts'
import { openInside } from '../safe-open.ts'
import type { TranscriptFile } from './list-transcripts.ts'
import { readEnds, readTailInto } from './read-ends.ts'
import type { SessionFacts } from './session-facts.ts'

/** What the ends of a transcript say, and what the index knows of it. */
export function readFactsOf(file: TranscriptFile, known: IndexedFile | null): SessionFacts {
  const opened = openInside(file.root, file.path)
  if (opened.kind !== 'file') return {}
  try {
    const { size } = opened.stats
    return known === null ? readEnds(opened.fd, size) : readTailInto(opened.fd, known.countedTo, size, known.facts)
  } catch {
    // A disk that fails in the middle of a file: the session is still there.
    return {}
  } finally {
    closeSync(opened.fd)
  }
}
