import { createSecret, hashSecret } from './secret.ts'

export const LINK_LIFE_MS = 5 * 60_000
/** More open links than anybody needs; the oldest gives way. */
const MAX_LINKS = 50

export type Redeemed = 'paired' | 'used' | 'expired'

/** Links that let one browser in, once, for five minutes. Only their hashes are kept, and only in memory. */
export class PairingLinks {
  readonly #links = new Map<string, { expiresAt: number; isUsed: boolean }>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  create(): { secret: string; expiresAt: number } {
    this.#forgetOld()
    const secret = createSecret()
    const expiresAt = this.#now() + LINK_LIFE_MS
    this.#links.set(hashSecret(secret), { expiresAt, isUsed: false })
    for (const hash of this.#links.keys()) if (this.#links.size > MAX_LINKS) this.#links.delete(hash)
    return { secret, expiresAt }
  }

  /** Uses it up. What was never a link is as good as one that has expired. */
  redeem(secret: string): Redeemed {
    this.#forgetOld()
    const link = this.#links.get(hashSecret(secret))
    if (link === undefined) return 'expired'
    if (link.isUsed) return 'used'
    link.isUsed = true
    return 'paired'
  }

  #forgetOld(): void {
    for (const [hash, { expiresAt }] of this.#links) if (expiresAt <= this.#now()) this.#links.delete(hash)
  }
}
