import type { Chance } from './chance.ts'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * The ids of one session. Chance alone would repeat itself: all streams of a 32-bit generator are parts of one cycle. So each
 * id also holds the session's own number and a counter.
 */
export class Ids {
  readonly #chance: Chance
  readonly #session: number
  readonly #salt: string
  #count = 0

  constructor(chance: Chance, seed: number, session: number) {
    this.#chance = chance
    this.#session = (Math.imul(session + 1, 0x9e3779b1) ^ seed) >>> 0
    this.#salt = toHex(this.#session, 8)
  }

  uuid(): string {
    const random = this.#hex(8)
    const variant = '89ab'[this.#chance.integer(0, 3)]
    const { high, low } = this.#mark()
    return `${random}-${high}-4${this.#hex(3)}-${variant}${this.#hex(3)}-${low}${this.#next()}`
  }

  message(): string {
    return `msg_01${this.#word(12)}${this.#salt}${this.#next()}`
  }

  request(): string {
    return `req_011C${this.#word(8)}${this.#salt}${this.#next()}`
  }

  toolUse(): string {
    return `toolu_01${this.#word(10)}${this.#salt}${this.#next()}`
  }

  /** Seven digits up to 2.1.38, an `a` and sixteen digits later. */
  agent(style: 'old' | 'new'): string {
    return style === 'old' ? `a${this.#hex(6)}` : `a${this.#salt}${this.#next()}`
  }

  sha256(): string {
    return Array.from({ length: 8 }, () => this.#hex(8)).join('')
  }

  #mark(): { high: string; low: string } {
    return { high: this.#salt.slice(0, 4), low: this.#salt.slice(4) }
  }

  #next(): string {
    this.#count++
    return toHex((Math.imul(this.#count, 0x85ebca6b) ^ this.#session) >>> 0, 8)
  }

  #hex(digits: number): string {
    return toHex(Math.floor(this.#chance.random() * 16 ** digits), digits)
  }

  #word(length: number): string {
    let word = ''
    for (let index = 0; index < length; index++) word += ALPHABET[this.#chance.integer(0, ALPHABET.length - 1)]
    return word
  }
}

function toHex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
