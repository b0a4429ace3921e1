import type { InitializeResult, QueuedMessage } from '@quarterdeck/protocol'
import type { HostFacts } from '../host/host-facts.ts'
import { isSettled, type Liveness, toLivenessState } from '../host/liveness.ts'
import type { OpenRequest } from '../host/open-requests.ts'

/** What is known of a session, and who wants to hear of it. */
export abstract class SessionView {
  protected abstract readonly facts: HostFacts
  protected isOver: false | 'ended' | 'broken' = false
  readonly #listeners = new Set<() => void>()
  #lastEventAt: string | null = null

  /** The id it goes by now; `/clear` may change it. */
  get id(): string {
    return this.ids.at(-1) ?? ''
  }

  /** Every id it has had, the newest last. Each has a transcript. */
  get ids(): readonly string[] {
    return this.facts.session.sessionIds
  }

  get cliVersion(): string | null {
    return this.facts.cliVersion
  }

  /** Commands, models, account: what the CLI said of itself at its start, once it has. */
  get info(): InitializeResult | null {
    return this.facts.initialized as InitializeResult | null
  }

  get liveness(): Liveness {
    const state = this.isOver === 'broken' ? 'disconnected' : toLivenessState(this.facts)
    return { state, lastEventAt: this.#lastEventAt }
  }

  /** How the process ended, once it has. */
  get exit(): HostFacts['exit'] {
    return this.facts.exit
  }

  /** What the CLI asked and nobody has answered, oldest first. */
  get open(): OpenRequest[] {
    return [...this.facts.open.values()]
  }

  /** Messages that wait for the turn to end. */
  get queue(): readonly QueuedMessage[] {
    return this.facts.session.queue
  }

  /** Calls back when anything above has changed. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Waits until something is so, or the session is over: then it is false. */
  until(isSo: (session: this) => boolean): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const look = () => {
        try {
          const holds = isSo(this)
          if (!holds && !this.isOver) return
          resolve(holds)
        } catch (error) {
          reject(error)
        }
        unsubscribe()
      }
      const unsubscribe = this.subscribe(look)
      look()
    })
  }

  /** Waits until nothing runs, background tasks included, and nobody is asked. */
  async settled(): Promise<Liveness> {
    await this.until(({ liveness }) => isSettled(liveness.state))
    return this.liveness
  }

  protected noteEventAt(at: string): void {
    this.#lastEventAt = at
  }

  protected notify(): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener()
      } catch (error) {
        // A bug of the host's own: it must show, but not in the middle of reading what the CLI says.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
