/** The words that a scenario itself brought: its prompts, answers, scripts and files. */
export class OwnWords {
  #text = '\n'

  /** Takes every string of a value, names of fields included. */
  add(value: unknown): void {
    if (typeof value === 'string') this.#text += `${value}\n`
    if (value === null || typeof value !== 'object') return
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) this.#text += `${key}\n`
      this.add(inner)
    }
  }

  /** Whether these words, from their first to their last, are among them. */
  has(words: string): boolean {
    return this.#text.includes(words.trim())
  }
}
