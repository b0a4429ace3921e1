import type { SessionRow } from '@quarterdeck/contract'

export interface RowChanges {
  changed: SessionRow[]
  gone: string[]
}

/** That something was said, and nothing else has changed, is told no more often than this. */
const TIME_EVERY_MS = 5000

/** Knows what was told last, so that only what a person could see is told again. */
export class RowFeed {
  readonly #told = new Map<string, { row: string; atMs: number }>()
  readonly #listeners = new Set<(changes: RowChanges) => void>()

  get isWanted(): boolean {
    return this.#listeners.size > 0
  }

  listen(listener: (changes: RowChanges) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** `rowOf` gives null for a session that is no longer there, or is listed under another id. */
  tell(ids: readonly string[], rowOf: (id: string) => SessionRow | null, now = Date.now()): void {
    if (!this.isWanted) {
      this.#told.clear()
      return
    }
    const changes: RowChanges = { changed: [], gone: [] }
    const rows = new Map<string, SessionRow>()
    for (const id of ids) {
      const row = rowOf(id)
      if (row === null || row.sessionId !== id) changes.gone.push(id)
      if (row !== null) rows.set(row.sessionId, row)
    }
    for (const id of changes.gone) this.#told.delete(id)
    for (const row of rows.values()) if (this.#isNews(row, now)) changes.changed.push(row)
    if (changes.changed.length + changes.gone.length === 0) return
    for (const listener of this.#listeners) listener(changes)
  }

  #isNews(row: SessionRow, now: number): boolean {
    const { modified: _, ...rest } = row
    const text = JSON.stringify(rest)
    const told = this.#told.get(row.sessionId)
    if (told?.row === text && now - told.atMs < TIME_EVERY_MS) return false
    this.#told.set(row.sessionId, { row: text, atMs: now })
    return true
  }
}
