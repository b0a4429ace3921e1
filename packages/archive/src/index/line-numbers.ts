import type { DatabaseSync } from 'node:sqlite'

/** In the middle, so that there is room for what is older and for what is newer. */
const FIRST_NUMBER = 2 ** 40

/** Gives out the numbers of lines: downwards while the past is taken in, upwards for what is written since. */
export class LineNumbers {
  readonly #database: DatabaseSync
  readonly #isComplete: boolean
  #lowest: number
  #highest: number

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#lowest = readMeta(database, 'lowest_line') ?? FIRST_NUMBER
    this.#highest = readMeta(database, 'highest_line') ?? FIRST_NUMBER
    this.#isComplete = isComplete(database)
  }

  take(count: number, isNew: boolean): number {
    if (isNew || this.#isComplete) {
      this.#highest += count
      return this.#highest - count
    }
    this.#lowest -= count
    return this.#lowest
  }

  save(): void {
    writeMeta(this.#database, 'lowest_line', this.#lowest)
    writeMeta(this.#database, 'highest_line', this.#highest)
  }
}

/** Whether all of the past has been taken in once. */
export function isComplete(database: DatabaseSync): boolean {
  return readMeta(database, 'complete') === 1
}

export function setComplete(database: DatabaseSync): void {
  writeMeta(database, 'complete', 1)
}

export function readMeta(database: DatabaseSync, key: string): number | null {
  const row = database.prepare('SELECT value FROM meta WHERE key = ?').get(key)
  return row === undefined ? null : Number(row.value)
}

function writeMeta(database: DatabaseSync, key: string, value: number): void {
  database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, String(value))
}

/** Filters are words too, in a column of their own: `n7` for the seventh name that was seen. */
export function toTokenOf(database: DatabaseSync): (name: string) => string {
  const known = new Map<string, string>()
  const put = database.prepare('INSERT OR IGNORE INTO names (name) VALUES (?)')
  return (name) => {
    const token = known.get(name)
    if (token !== undefined) return token
    put.run(name)
    const made = findToken(database, name) as string
    known.set(name, made)
    return made
  }
}

export function findToken(database: DatabaseSync, name: string): string | null {
  const row = database.prepare('SELECT id FROM names WHERE name = ?').get(name)
  return row === undefined ? null : `n${row.id}`
}
