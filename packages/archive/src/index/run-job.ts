import type { DatabaseSync } from 'node:sqlite'
import { scanFiles } from '../search/scan-files.ts'
import { findIndexedFile, type IndexedFile, readIndexedFiles } from './index-file.ts'
import type { Answer, Job } from './job.ts'
import { setComplete } from './line-numbers.ts'
import { countFile, forgetMissing, storeCounts } from './store-count.ts'
import { storeForks } from './store-forks.ts'
import { storeWords } from './store-words.ts'
import { storeVocabulary } from './vocabulary.ts'

/** What is stored at once: while it is, nobody else can store anything. */
const STORED_AT_ONCE = 100

export function runJob(job: Job, openDatabase: () => DatabaseSync): Answer {
  switch (job.kind) {
    case 'scan':
      return { hits: scanFiles(job.request) }
    case 'count': {
      const database = openDatabase()
      const known = new Map(readIndexedFiles(database).map((file) => [`${file.root}\n${file.path}`, file]))
      let isNew = false
      for (let at = 0; at < job.files.length; at += STORED_AT_ONCE) {
        const counted = job.files.slice(at, at + STORED_AT_ONCE).flatMap((file) => {
          const before = known.get(`${file.root}\n${file.path}`) ?? null
          isNew ||= before === null
          return countFile(before, file) ?? []
        })
        inTransaction(database, () => storeCounts(database, counted))
      }
      if (isNew) inTransaction(database, () => storeForks(database))
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
