/** Words of the recording, and those of this run that stand for them from now on. */
export class IdMap {
  readonly #whole = new Map<string, string>()
  #inside: [from: string, to: string][] = []

  /** For words that may be a part of others, such as `request-1`: only a string that is just this is replaced. */
  replaceWhole(from: string, to: string): void {
    this.#whole.set(from, to)
  }

  /** For uuids and paths, which also stand inside paths and sentences. Longer words go first: they may hold shorter ones. */
  replaceInside(from: string, to: string): void {
    if (from === '') return
    const others = this.#inside.filter(([word]) => word !== from)
    this.#inside = [...others, [from, to] as [string, string]].sort(([a], [b]) => b.length - a.length)
  }

  /** The same value in the words of this run, names of fields included. */
  apply<T>(value: T): T {
    return this.#apply(value) as T
  }

  #apply(value: unknown): unknown {
    if (typeof value === 'string') return this.#whole.get(value) ?? this.#replace(value)
    if (Array.isArray(value)) return value.map((element) => this.#apply(element))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [this.#replace(key), this.#apply(inner)]))
  }

  /** In one pass, so that what came in by one replacement is not taken for a word of the recording by the next. */
  #replace(text: string): string {
    if (!this.#inside.some(([from]) => text.includes(from))) return text
    let replaced = ''
    for (let at = 0; at < text.length; ) {
      const found = this.#inside.find(([from]) => text.startsWith(from, at))
      replaced += found === undefined ? text[at] : found[1]
      at += found === undefined ? 1 : found[0].length
    }
    return replaced
  }
}
