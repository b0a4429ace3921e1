import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { writePrivateFile } from '../private-file.ts'

const Kept = z.strictObject({
  isOn: z.boolean().default(true),
  maxBytes: z.number().int().positive().default(5_000_000_000),
  wasTold: z.boolean().default(false),
})
type Kept = z.infer<typeof Kept>

/** Whether sessions that the CLI will delete are copied, and how much that may take: for everyone, so that it is told once. */
export class HistorySettings {
  readonly #path: string
  #value: Kept

  constructor(path: string) {
    this.#path = path
    this.#value = readKept(path)
  }

  get value(): Readonly<Kept> {
    return this.#value
  }

  change(change: Partial<Kept>): void {
    const value = { ...this.#value, ...change }
    writePrivateFile(this.#path, `${JSON.stringify(value)}\n`)
    this.#value = value
  }
}

/** Where there is none, or a damaged one, everything is kept: nothing is lost by that. */
function readKept(path: string): Kept {
  try {
    return Kept.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? Kept.parse({})
  } catch {
    return Kept.parse({})
  }
}
