import type { Caller } from '../../gate/caller.ts'

/** Who is looking: a device whose page is seen needs no notice. */
export class VisiblePages {
  readonly #pages = new Map<string, number>()

  /** A page more; gives what is called when a person sees it, or no more. */
  add(caller: Caller): (isVisible: boolean) => void {
    let wasVisible = false
    return (isVisible) => {
      if (caller.kind !== 'device' || isVisible === wasVisible) return
      wasVisible = isVisible
      this.#pages.set(caller.deviceId, (this.#pages.get(caller.deviceId) ?? 0) + (isVisible ? 1 : -1))
    }
  }

  has(deviceId: string): boolean {
    return (this.#pages.get(deviceId) ?? 0) > 0
  }
}
