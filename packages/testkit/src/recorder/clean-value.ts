import { blank, cleanText, SENTENCE } from './clean-text.ts'
import { type Machine, withoutMachine } from './machine.ts'
import type { OwnWords } from './own-words.ts'

export interface Cleaner {
  own: OwnWords
  machine: Machine
}

/** Fields that hold what the CLI tells people or the model about itself, however short, where they stand in one of its lists. */
const PROSE = new Set([
  'description',
  'summary',
  'argumentHint',
  'whenToUse',
  'exitHint',
  'displayText',
  'statusMessage',
])
const LISTS = new Set([
  'commands',
  'agents',
  'models',
  'skills',
  'tools',
  'events',
  'eventCatalog',
  'properties',
  'hooks',
  'plugins',
])
/** Lines of a transcript that hold what was rendered for the model: only names and numbers stay. */
const RENDERED = /^(attachment|api-request|system-prompt|tools-used|context-|data-flow)/
const RENDERED_LIMIT = 60

/** All blanked text of one line together is at most this long: a shape needs no more, and a repository would grow without end. */
export const BLANK_CAP = 2048
/** The same for all text of a rendered line, past which its lists and objects are cut short. */
export const RENDERED_CAP = 1024

/** A line of JSON, or of anything else, with the machine's words replaced and the CLI's prose blanked. `cut` counts what was left out. */
export function cleanLine(line: string, cleaner: Cleaner): { line: string; cut: number } {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { line: cleanText(withoutMachine(line, cleaner.machine), cleaner.own), cut: 0 }
  }
  const walk = new Walk(cleaner, RENDERED.test(String((value as { type?: unknown } | null)?.type ?? '')))
  const cleaned = walk.clean(value, [])
  return { line: JSON.stringify(cleaned), cut: walk.cut }
}

class Walk {
  readonly #cleaner: Cleaner
  readonly #isRendered: boolean
  #room: number
  cut = 0

  constructor(cleaner: Cleaner, isRendered: boolean) {
    this.#cleaner = cleaner
    this.#isRendered = isRendered
    this.#room = isRendered ? RENDERED_CAP : BLANK_CAP
  }

  clean(value: unknown, path: readonly string[]): unknown {
    if (typeof value === 'string') return this.#cleanString(withoutMachine(value, this.#cleaner.machine), path)
    if (typeof value === 'number' && path.at(-1) === 'pid') return 4242
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value))
      return value.flatMap((element) => (this.#hasRoom(element, path) ? [this.clean(element, path)] : []))
    const entries = Object.entries(value).flatMap(([key, inner]) =>
      this.#hasRoom(inner, path) ? [[this.#cleanKey(key), this.clean(inner, [...path, key])]] : [],
    )
    return Object.fromEntries(entries)
  }

  /** Fields of the line itself always stay: they say what it is. */
  #hasRoom(value: unknown, path: readonly string[]): boolean {
    if (!this.#isRendered || this.#room > 0 || path.length === 0) return true
    this.cut += JSON.stringify(value).length
    return false
  }

  #cleanKey(key: string): string {
    if (this.#isRendered) this.#room -= key.length
    return withoutMachine(key, this.#cleaner.machine)
  }

  #cleanString(text: string, path: readonly string[]): string {
    const { own } = this.#cleaner
    const limit = this.#isRendered ? RENDERED_LIMIT : SENTENCE
    const cleaned = isProse(path) && !own.has(text) ? blank(text) : cleanText(text, own, limit)
    if (cleaned !== text) return this.#cutBlank(cleaned)
    if (this.#isRendered) this.#room -= text.length
    return this.#cutOwn(text)
  }

  #cutBlank(text: string): string {
    const kept = text.slice(0, Math.max(0, this.#room))
    this.#room -= kept.length
    this.cut += text.length - kept.length
    return kept
  }

  /** Our own words are never many; a text this long is an image or a test of length, and its beginning tells as much. */
  #cutOwn(text: string): string {
    if (text.length <= 4 * BLANK_CAP) return text
    this.cut += text.length - 4 * BLANK_CAP
    return text.slice(0, 4 * BLANK_CAP)
  }
}

function isProse(path: readonly string[]): boolean {
  return PROSE.has(path.at(-1) ?? '') && path.some((key) => LISTS.has(key))
}
