import type { StatementSync } from 'node:sqlite'
import { QUARTER_MS } from '../usage/usage-report.ts'
import type { ApiMessage, ToolUse } from './counter.ts'

interface Sums {
  key: string
  quarter: number
  calls: number
  errors: number
  /** In the order of the columns, from `messages` on. */
  values: number[]
}

/** The sums of a file that is counted for the first time: what the index would add up again from what was just put into it. */
export class RollUp {
  readonly #byModel = new Map<string, Sums>()
  readonly #byTool = new Map<string, Sums>()

  addMessage(message: ApiMessage): void {
    const { input, output, write5m, write1h, read, searches, usd } = message
    const values = [1, input, output, write5m, write1h, read, searches, usd ?? 0, usd === null ? 1 : 0]
    const quarter = Math.floor(message.atMs / QUARTER_MS)
    addTo(sumsOf(this.#byModel, quarter, message.model).values, values)
    for (const tool of message.tools) addTo(sumsOf(this.#byTool, quarter, tool).values, values)
  }

  addCall({ tool, atMs }: ToolUse, isFailed: boolean): void {
    const sums = sumsOf(this.#byTool, Math.floor(atMs / QUARTER_MS), tool)
    sums.calls++
    if (isFailed) sums.errors++
  }

  store(file: number, { putUsage, putToolUsage }: Record<'putUsage' | 'putToolUsage', StatementSync>): void {
    for (const { quarter, key, values } of this.#byModel.values()) putUsage.run(file, quarter, key, ...values)
    for (const { quarter, key, calls, errors, values } of this.#byTool.values())
      putToolUsage.run(file, quarter, key, calls, errors, ...values)
  }
}

function sumsOf(all: Map<string, Sums>, quarter: number, key: string): Sums {
  const name = `${quarter} ${key}`
  const known = all.get(name)
  if (known !== undefined) return known
  const made = { key, quarter, calls: 0, errors: 0, values: new Array<number>(9).fill(0) }
  all.set(name, made)
  return made
}

function addTo(sums: number[], values: readonly number[]): void {
  for (let at = 0; at < values.length; at++) sums[at] = (sums[at] as number) + (values[at] as number)
}
