import type { DatabaseSync } from 'node:sqlite'
import { scanFiles } from '../search/scan-files.ts'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'
import { readFactsOf } from '../sessions/read-facts-of.ts'
import type { CountedFile } from './counted-file.ts'
import { endWithParent } from './end-with-parent.ts'
import { findIndexedFile, type IndexedFile } from './index-file.ts'
import type { Answer, Job } from './job.ts'
import { setComplete } from './line-numbers.ts'
import { type PackedCount, packCount } from './packed-count.ts'
import { addFailures, countFile, forgetMissing, storeCounts } from './store-count.ts'
import { storeForks } from './store-forks.ts'
import { storeWords } from './store-words.ts'
import { storeVocabulary } from './vocabulary.ts'

export async function runJob(
  job: Job,
  openDatabase: () => DatabaseSync,
  tellAhead: (packed: PackedCount) => Promise<void>,
): Promise<Answer> {
  switch (job.kind) {
    case 'scan':
      return { hits: scanFiles(job.request) }
    case 'ends':
      return { ends: job.files.map((file) => readFactsOf(file, null)) }
    case 'count': {
      const counted = job.files.flatMap(({ file, known }) => countReadable(known, file, !job.isFirst))
      if (job.isFirst) {
        // Only then is it gone: what is larger than a pipe would wait for all that follows.
        await tellAhead(packCount(counted))
        for (const file of counted) addFailures(file)
      }
      return { counted: new TextEncoder().encode(JSON.stringify(counted)) }
    }
    case 'store': {
      const counted = job.counted.flatMap((bytes): CountedFile[] => JSON.parse(Buffer.from(bytes).toString()))
      const database = openDatabase()
      // At once: the ids of messages are in no order, and each time many pages of the index would be written anew.
      inTransaction(database, () => storeCounts(database, counted))
      if (counted.some(({ isNew }) => isNew)) inTransaction(database, () => storeForks(database))
      return {}
    }
    case 'words': {
      const database = openDatabase()
      inTransaction(database, () => storeWords(database, job.files))
      return {}
    }
    case 'forget': {
      const database = openDatabase()
      inTransaction(database, () => {
        const files = job.files.map(({ root, path }) => findIndexedFile(database, root, path))
        forgetMissing(
          database,
          files.filter((file): file is IndexedFile => file !== null),
        )
      })
      return {}
    }
    case 'complete': {
      const database = openDatabase()
      inTransaction(database, () => {
        setComplete(database)
        storeVocabulary(database)
      })
      // What was written to build the index stands in a second file until somebody clears it.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      return {}
    }
  }
}

/** A file on a part of the disk that fails is left out, and not all the others with it: the index says that it lacks it. */
function countReadable(known: IndexedFile | null, file: TranscriptFile, withFailures: boolean): CountedFile[] {
  endWithParent()
  try {
    const counted = countFile(known, file, withFailures)
    return counted === null ? [] : [counted]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    return []
  }
}

function inTransaction(database: DatabaseSync, act: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    act()
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
