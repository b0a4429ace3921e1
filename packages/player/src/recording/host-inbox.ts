import type { HostMessage } from '../host-message.ts'
import { toPurpose } from './recorded-message.ts'

/** What the host said and nobody has taken yet. */
export class HostInbox {
  #messages: HostMessage[] = []
  #isOver = false
  #changed = Promise.withResolvers<void>()

  push(message: HostMessage): void {
    this.#messages.push(message)
    this.wake()
  }

  end(): void {
    this.#isOver = true
    this.wake()
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Takes the oldest message for this purpose. */
  take(purpose: string): HostMessage | undefined {
    const index = this.#messages.findIndex((message) => toPurpose(message) === purpose)
    return index < 0 ? undefined : this.#messages.splice(index, 1)[0]
  }

  has(isWanted: (message: HostMessage) => boolean): boolean {
    return this.#messages.some(isWanted)
  }

  /** When something has come, or changed, since the call. */
  changed(): Promise<void> {
    return this.#changed.promise
  }

  wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
