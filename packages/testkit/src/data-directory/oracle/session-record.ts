import { canonicalToolName } from '@quarterdeck/protocol'
import type { LineFacts } from './line-facts.ts'
import type { Oracle, OracleSession } from './oracle.ts'
import { addTally, toTally } from './tally.ts'
import type { UsageBy } from './usage-by.ts'

type Billed = NonNullable<LineFacts['billed']>

interface Seen {
  isMain: boolean
  /** The line repeats one of another session. */
  isCopy: boolean
}

/** Collects what a reader must find in one session, line by line, while it is written. */
export class SessionRecord {
  readonly session: OracleSession
  readonly #oracle: Oracle
  readonly #usage: UsageBy
  /** API messages whose last line may still come. */
  readonly #open = new Map<string, Billed & { isCopy: boolean }>()
  readonly #assistantMessages = new Set<string>()

  constructor(session: OracleSession, oracle: Oracle, usage: UsageBy) {
    this.session = session
    this.#oracle = oracle
    this.#usage = usage
  }

  note(facts: LineFacts, { isMain, isCopy }: Seen): void {
    if (isMain) this.#count(facts)
    if (facts.billed !== undefined) this.#open.set(facts.billed.messageId, { ...facts.billed, isCopy })
    if (isCopy) return
    if (facts.kind === 'prompt') this.#oracle.prompts++
    for (const name of facts.toolCalls ?? []) this.#tool(name).calls++
    if (facts.failedTool !== undefined) this.#tool(facts.failedTool).errors++
  }

  /** At the end of a turn no line of an earlier API message can come any more. */
  settle(): void {
    for (const { model, usage, atMs, isCopy } of this.#open.values()) {
      const tally = toTally(usage, model)
      addTally(this.session.usage, tally)
      if (isCopy) continue
      addTally(this.session.ownUsage, tally)
      this.#usage.add(tally, model, this.session.projectPath, atMs)
    }
    this.#open.clear()
    this.#assistantMessages.clear()
  }

  #count(facts: LineFacts): void {
    const { counts } = this.session
    counts.toolCalls += facts.toolCalls?.length ?? 0
    if (facts.kind === 'prompt') {
      counts.prompts++
      this.session.firstPrompt ??= facts.prompt ?? null
      this.session.lastPrompt = facts.prompt ?? null
    }
    if (facts.billed !== undefined) this.session.model = facts.billed.model
    if (facts.messageId !== undefined && !this.#assistantMessages.has(facts.messageId)) {
      this.#assistantMessages.add(facts.messageId)
      counts.assistantMessages++
    }
  }

  #tool(name: string): { calls: number; errors: number } {
    const canonical = canonicalToolName(name)
    const { tools } = this.#oracle
    tools[canonical] ??= { calls: 0, errors: 0 }
    return tools[canonical]
  }
}
