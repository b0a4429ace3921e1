import type { DatabaseSync } from 'node:sqlite'
import type { Catalogue } from '../sessions/catalogue.ts'
import { readIndexedFiles } from './index-file.ts'
import type { Indexer } from './indexer.ts'
import { isDamage, openIndex, toIndexError } from './open-index.ts'

/** The database of the index: the indexer's, or for those who only read one of their own, as long as it is sound. */
export class IndexAccess {
  readonly #indexer: Indexer | null
  readonly #catalogue: Catalogue
  #readOnly: DatabaseSync | null

  constructor(folder: string, catalogue: Catalogue, indexer: Indexer | null) {
    this.#indexer = indexer
    this.#catalogue = catalogue
    this.#readOnly = indexer === null ? openIndex(folder, 'read') : null
    if (this.#readOnly !== null) this.#load(this.#readOnly)
  }

  get database(): DatabaseSync | null {
    return this.#indexer?.database ?? this.#readOnly
  }

  /** A damaged index is noticed when it is used: without it, the same question has the same answer. */
  async mending<Result>(act: () => Promise<Result>, onMended: () => void): Promise<Result> {
    try {
      return await act()
    } catch (error) {
      if (!isDamage(error)) throw toIndexError(error)
      if (this.#indexer === null) this.#drop()
      else await this.#indexer.rebuild()
      onMended()
      return act()
    }
  }

  close(): void {
    this.#indexer?.close()
    this.#readOnly?.close()
  }

  #load(database: DatabaseSync): void {
    try {
      this.#catalogue.setIndexed(readIndexedFiles(database), true)
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#drop()
    }
  }

  #drop(): void {
    this.#readOnly?.close()
    this.#readOnly = null
    this.#catalogue.setIndexed([], true)
  }
}
