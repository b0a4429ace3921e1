import { existsSync } from 'node:fs'

/** Where the system has to be asked by a program of its own, it is asked seldom. */
const LOOK_MS = existsSync('/proc/self/stat') ? 500 : 10_000

/** Looks whether a process at work was suspended: it is silent then, and nothing else tells why. */
export class SuspensionWatch {
  readonly #look: () => boolean
  readonly #onChange: (isSuspended: boolean) => void
  #timer: NodeJS.Timeout | undefined
  #isSuspended = false

  constructor(look: () => boolean, onChange: (isSuspended: boolean) => void) {
    this.#look = look
    this.#onChange = onChange
  }

  set(isBusy: boolean): void {
    if (isBusy) this.#timer ??= setInterval(() => this.#check(), LOOK_MS)
    else this.end()
  }

  end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#isSuspended = false
  }

  #check(): void {
    const isSuspended = this.#look()
    if (isSuspended === this.#isSuspended) return
    this.#isSuspended = isSuspended
    this.#onChange(isSuspended)
  }
}
