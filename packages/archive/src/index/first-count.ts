import type { UsageRows } from '../usage/usage-report.ts'
import type { IndexedFile } from './index-file.ts'
import { COLUMN_COUNT, COLUMNS, type PackedCount } from './packed-count.ts'

type Row = ReturnType<UsageRows['usage']>[number]

/**
 * Everything, counted for the first time and not stored yet. It answers as the index will: storing takes as long again as reading,
 * and nobody has to wait for it.
 */
export class FirstCount {
  /** With ids that the index never gives. */
  readonly files: readonly IndexedFile[]
  readonly #packed: readonly PackedCount[]
  #usage: ReturnType<UsageRows['usage']> | null = null

  constructor(packed: readonly PackedCount[]) {
    this.#packed = packed
    this.files = packed
      .flatMap(({ files }): IndexedFile[] => JSON.parse(files))
      .map((file, place) => ({ ...file, id: toId(place) }))
  }

  usage(): ReturnType<UsageRows['usage']> {
    this.#usage ??= this.#sum()
    return this.#usage
  }

  #sum(): Row[] {
    const lost = this.#findRepeated()
    const rows: Row[] = []
    let file = 0
    this.#packed.forEach(({ messageCounts, models, numbers }, share) => {
      let at = 0
      for (const count of messageCounts) {
        const byKey = new Map<number, Row>()
        for (const end = at + count; at < end; at++) {
          if (lost[share]?.has(at)) continue
          const from = at * COLUMN_COUNT
          const [quarter, model] = [numbers[from] as number, numbers[from + COLUMNS.model] as number]
          // There are never as many models as this.
          const key = quarter * 4096 + model
          let row = byKey.get(key)
          if (row === undefined) {
            row = createRow(toId(file), quarter, models[model] as string)
            byKey.set(key, row)
            rows.push(row)
          }
          addMessage(row, numbers, from)
        }
        file++
      }
    })
    return rows
  }

  /** The messages that count elsewhere, for each share: as the index decides it (see `OWNER`). */
  #findRepeated(): Set<number>[] {
    const lost = this.#packed.map(() => new Set<number>())
    const owners = new Map<string, { share: number; at: number; file: number }>()
    let file = 0
    this.#packed.forEach(({ messageCounts, keys, numbers }, share) => {
      const keyOf = keys.split('\n')
      const isCopy = (at: number, of = numbers) => of[at * COLUMN_COUNT + COLUMNS.isCopy] as number
      let at = 0
      for (const count of messageCounts) {
        const ended = this.#endOf(file)
        for (const end = at + count; at < end; at++) {
          const key = keyOf[at] as string
          const known = owners.get(key)
          if (known !== undefined) {
            const copies = isCopy(at) - isCopy(known.at, this.#packed[known.share]?.numbers)
            const isBefore = copies === 0 ? ended < this.#endOf(known.file) : copies < 0
            if (!isBefore) {
              lost[share]?.add(at)
              continue
            }
            lost[known.share]?.add(known.at)
          }
          owners.set(key, { share, at, file })
        }
        file++
      }
    })
    return lost
  }

  #endOf(place: number): string {
    return this.files[place]?.facts.lastAt ?? ''
  }
}

function createRow(file: number, quarter: number, model: string): Row {
  const tokens = { input: 0, output: 0, write5m: 0, write1h: 0, read: 0, searches: 0 }
  return { file, quarter, model, messages: 0, ...tokens, usd: 0, unpriced: 0 }
}

function addMessage(row: Row, numbers: Float64Array, from: number): void {
  const usd = numbers[from + COLUMNS.usd] as number
  row.messages++
  row.input += numbers[from + COLUMNS.input] as number
  row.output += numbers[from + COLUMNS.output] as number
  row.write5m += numbers[from + COLUMNS.write5m] as number
  row.write1h += numbers[from + COLUMNS.write1h] as number
  row.read += numbers[from + COLUMNS.read] as number
  row.searches += numbers[from + COLUMNS.searches] as number
  if (Number.isNaN(usd)) row.unpriced++
  else row.usd += usd
}

function toId(place: number): number {
  return -1 - place
}
