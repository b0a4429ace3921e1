import { createLocalTime, type LocalTime } from './local-time.ts'
import { addTally, createTally, type Tally, tallyOf } from './tally.ts'

interface UsageByTime {
  timeZone: string
  /** `2026-11-14` */
  byDay: Record<string, Tally>
  /** Hour of the day, `00` to `23`. */
  byHour: Record<string, Tally>
}

/** Every API message once: by its last line, and by its first file where copies repeat it. */
export interface Usage {
  total: Tally
  utc: UsageByTime
  local: UsageByTime
  byModel: Record<string, Tally>
  /** By the path of the project. */
  byProject: Record<string, Tally>
  unpricedModels: string[]
}

export class UsageBy {
  readonly usage: Usage
  readonly #times: [UsageByTime, (atMs: number) => LocalTime][]

  constructor(timeZone: string) {
    const utc = { timeZone: 'UTC', byDay: {}, byHour: {} }
    const local = { timeZone, byDay: {}, byHour: {} }
    this.#times = [
      [utc, createLocalTime('UTC')],
      [local, createLocalTime(timeZone)],
    ]
    this.usage = { total: createTally(), utc, local, byModel: {}, byProject: {}, unpricedModels: [] }
  }

  add(tally: Tally, model: string, projectPath: string, atMs: number): void {
    addTally(this.usage.total, tally)
    addTally(tallyOf(this.usage.byModel, model), tally)
    addTally(tallyOf(this.usage.byProject, projectPath), tally)
    for (const [by, toTime] of this.#times) {
      const { day, hour } = toTime(atMs)
      addTally(tallyOf(by.byDay, day), tally)
      addTally(tallyOf(by.byHour, hour), tally)
    }
    const { unpricedModels } = this.usage
    if (tally.unpricedMessages > 0 && !unpricedModels.includes(model)) unpricedModels.push(model)
  }
}
