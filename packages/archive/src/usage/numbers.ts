import type { DatabaseSync } from 'node:sqlite'
import type { Catalogue, SessionFile } from '../sessions/catalogue.ts'
import type { CountedFacts, SessionSummary } from '../sessions/session-summary.ts'
import type { FileOwner, UsageRows } from './usage-report.ts'

/** What the index has counted, by session. Read once and kept until it changes. */
export class Numbers implements UsageRows {
  readonly #catalogue: Catalogue
  readonly #database: () => DatabaseSync | null
  readonly #unstored: () => Pick<UsageRows, 'usage'> | null
  #costs: Map<number, number | null> | null = null
  #forks: Map<number, SessionSummary['forkedFrom']> | null = null
  readonly #counted = new Map<string, CountedFacts>()
  readonly #rows = new Map<string, ReturnType<UsageRows['usage']>>()
  #owners: { version: number; byFile: ReadonlyMap<number, FileOwner> } | null = null

  /** What `unstored` has is not in the database yet. */
  constructor(
    catalogue: Catalogue,
    database: () => DatabaseSync | null,
    unstored: () => Pick<UsageRows, 'usage'> | null,
  ) {
    this.#catalogue = catalogue
    this.#database = database
    this.#unstored = unstored
  }

  /** The index has changed. */
  forget(): void {
    this.#costs = null
    this.#forks = null
    this.#rows.clear()
  }

  usage(): ReturnType<UsageRows['usage']> {
    return this.#unstored()?.usage() ?? this.#read('usage')
  }

  toolUsage(): ReturnType<UsageRows['toolUsage']> {
    return this.#read('tool_usage')
  }

  #read(table: 'usage' | 'tool_usage'): ReturnType<UsageRows['usage']> {
    const known = this.#rows.get(table)
    if (known !== undefined) return known
    const rows = this.#database()?.prepare(`SELECT * FROM ${table}`).all() ?? []
    this.#rows.set(table, rows as unknown as ReturnType<UsageRows['usage']>)
    return this.#read(table)
  }

  countedOf(session: SessionFile): CountedFacts | null {
    const row = this.#catalogue.findIndexed(session)
    if (row === null || row.countedTo === 0) return null
    const agents = this.#catalogue.agentsOf(session).map((agent) => this.#catalogue.findIndexed(agent))
    const { prompts = 0, assistantMessages = 0, toolCalls = 0 } = row.counts
    const counted: CountedFacts = {
      messageCount: prompts + assistantMessages,
      promptCount: prompts,
      toolCallCount: toolCalls,
      costUsd: this.#costOf([row, ...agents].flatMap((file) => (file === null ? [] : [file.id]))),
      damagedLines: row.damagedLines,
    }
    // The same object for the same numbers, so that others see that nothing changed.
    const known = this.#counted.get(session.path)
    if (known !== undefined && isSame(known, counted)) return known
    this.#counted.set(session.path, counted)
    return counted
  }

  forkOf(session: SessionFile): SessionSummary['forkedFrom'] {
    const row = this.#catalogue.findIndexed(session)
    if (row === null) return null
    this.#forks ??= this.#readForks()
    return this.#forks.get(row.id) ?? null
  }

  /** Whose each file of the index is; files that are gone are nobody's. */
  owners(): ReadonlyMap<number, FileOwner> {
    if (this.#owners?.version !== this.#catalogue.version)
      this.#owners = { version: this.#catalogue.version, byFile: this.#readOwners() }
    return this.#owners.byFile
  }

  #readOwners(): Map<number, FileOwner> {
    const owners = new Map<number, FileOwner>()
    for (const file of this.#catalogue.files()) {
      const row = this.#catalogue.findIndexed(file)
      const sessionId = file.sessionId ?? row?.facts.sessionId
      if (row === null || sessionId === undefined) continue
      const main = file.agentId === null ? file : (this.#catalogue.findSession(sessionId) ?? file)
      const project = this.#catalogue.factsOf(main).cwd ?? ''
      owners.set(row.id, { sessionId, project })
    }
    return owners
  }

  #costOf(files: readonly number[]): number | null {
    this.#costs ??= this.#readCosts()
    const costs = files.map((file) => this.#costs?.get(file) ?? null)
    return costs.every((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
  }

  #readCosts(): Map<number, number | null> {
    const costs = new Map<number, number | null>()
    for (const { file, usd, messages, unpriced } of this.usage()) {
      const known = costs.get(file) ?? null
      costs.set(file, messages > unpriced ? (known ?? 0) + usd : known)
    }
    return costs
  }

  #readForks(): Map<number, SessionSummary['forkedFrom']> {
    const rows = this.#database()?.prepare('SELECT file, origin, message FROM forks').all() ?? []
    return new Map(
      rows.map((row) => [row.file as number, { sessionId: row.origin as string, messageUuid: row.message as string }]),
    )
  }
}

function isSame(one: CountedFacts, other: CountedFacts): boolean {
  return (Object.keys(one) as (keyof CountedFacts)[]).every((key) => one[key] === other[key])
}
