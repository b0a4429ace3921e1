import type { InboxItem, SessionList, SessionRow } from '@quarterdeck/contract'
import type { LiveHub } from './live-hub.ts'
import { toFields } from './to-fields.ts'

/** As many sessions as a page shows at first. */
const FIRST_ROWS = 50

/** The list of sessions and the inbox, as they are and as they change. What a slow page has not heard yet is told once, as it is then. */
export class ListStream {
  readonly #ends: (() => void)[]
  readonly #changed = new Map<string, SessionRow>()
  readonly #gone = new Set<string>()
  #list: SessionList | null = null
  #isListTold = false
  #inbox: readonly InboxItem[] | null

  constructor(hub: LiveHub, onReady: () => void) {
    this.#inbox = hub.listInbox()
    // Before the list is read, so that nothing falls between the two.
    this.#ends = [
      hub.onListChange(({ changed, gone }) => {
        for (const row of changed) {
          this.#changed.set(row.sessionId, row)
          this.#gone.delete(row.sessionId)
        }
        for (const id of gone) {
          this.#gone.add(id)
          this.#changed.delete(id)
        }
        onReady()
      }),
      hub.onInboxChange((items) => {
        this.#inbox = items
        onReady()
      }),
    ]
    void hub.list({ limit: FIRST_ROWS }).then(
      (list) => {
        this.#list = list
        onReady()
      },
      // What is wrong with the archive shows where it is asked for; changes are told all the same.
      () => {
        this.#isListTold = true
      },
    )
  }

  /** The fields of the next frame; null when there is nothing to tell now. */
  next(): string | null {
    if (this.#inbox !== null) {
      const items = [...this.#inbox]
      this.#inbox = null
      return toFields({ type: 'inbox', items })
    }
    if (this.#list !== null) {
      const { items, nextCursor } = this.#list
      this.#list = null
      this.#isListTold = true
      return toFields({ type: 'list', rows: items, nextCursor })
    }
    if (!this.#isListTold || this.#changed.size + this.#gone.size === 0) return null
    const words = { type: 'list_change' as const, changed: [...this.#changed.values()], gone: [...this.#gone] }
    this.#changed.clear()
    this.#gone.clear()
    return toFields(words)
  }

  close(): void {
    for (const end of this.#ends) end()
  }
}
