import type { UsageRows } from '../usage/usage-report.ts'
import { type CountedFile, toIndexedFile } from './counted-file.ts'
import type { ApiMessage, ToolUse } from './counter.ts'
import type { IndexedFile } from './index-file.ts'
import { RollUp } from './roll-up.ts'

/**
 * Everything, counted for the first time and not stored yet. It answers as the index will: storing takes as long again as reading,
 * and nobody has to wait for it.
 */
export class FirstCount implements UsageRows {
  /** With ids that the index never gives. */
  readonly files: readonly IndexedFile[]
  readonly #counted: readonly CountedFile[]
  #usage: ReturnType<UsageRows['usage']> | null = null
  #toolUsage: ReturnType<UsageRows['toolUsage']> | null = null

  constructor(counted: readonly CountedFile[]) {
    this.#counted = counted
    this.files = counted.map((file, place) => toIndexedFile(file, toId(place)))
  }

  usage(): ReturnType<UsageRows['usage']> {
    this.#usage ??= this.#sum((rollUps) => {
      for (const [place, message] of this.#ownMessages()) rollUps[place]?.addMessage(message)
    }).flatMap((rollUp, place) => rollUp.usageOf(toId(place)))
    return this.#usage
  }

  toolUsage(): ReturnType<UsageRows['toolUsage']> {
    this.#toolUsage ??= this.#sum((rollUps) => {
      const failed = new Set(this.#counted.flatMap(({ failedToolIds }) => failedToolIds))
      for (const [place, message] of this.#ownMessages()) rollUps[place]?.addMessage(message)
      for (const [place, call] of this.#own(
        ({ tools }) => tools,
        ({ id }) => id,
      ))
        rollUps[place]?.addCall(call, failed.has(call.id))
    }).flatMap((rollUp, place) => rollUp.toolUsageOf(toId(place)))
    return this.#toolUsage
  }

  #sum(add: (rollUps: readonly RollUp[]) => void): RollUp[] {
    const rollUps = this.#counted.map(() => new RollUp())
    add(rollUps)
    return rollUps
  }

  #ownMessages(): Iterable<[number, ApiMessage]> {
    return this.#own(
      ({ messages }) => messages,
      ({ key }) => key,
    )
  }

  /** Each thing once, with the place of the file that keeps it: as the index decides it (see `OWNER`). */
  #own<Thing extends ApiMessage | ToolUse>(
    toThings: (file: CountedFile) => readonly Thing[],
    toKey: (thing: Thing) => string,
  ): Iterable<[number, Thing]> {
    const owners = new Map<string, [number, Thing]>()
    this.#counted.forEach((file, place) => {
      for (const thing of toThings(file)) {
        const key = toKey(thing)
        const known = owners.get(key)
        if (known === undefined || this.#isBefore(place, thing, known)) owners.set(key, [place, thing])
      }
    })
    return owners.values()
  }

  #isBefore(place: number, thing: ApiMessage | ToolUse, [otherPlace, other]: [number, ApiMessage | ToolUse]): boolean {
    if (thing.isCopy !== other.isCopy) return other.isCopy
    const [ended, otherEnded] = [this.#endOf(place), this.#endOf(otherPlace)]
    return ended < otherEnded
  }

  #endOf(place: number): string {
    return this.#counted[place]?.facts.lastAt ?? ''
  }
}

function toId(place: number): number {
  return -1 - place
}
