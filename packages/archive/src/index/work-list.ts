import type { Catalogue } from '../sessions/catalogue.ts'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'
import { takeBytes } from './shares.ts'

/** What the index lacks of the catalogue, newest first. What was taken from it is not due again until its file has another size. */
export class WorkList {
  readonly #catalogue: Catalogue
  /** What was tried at its present size ends in a line that is not whole yet, or cannot be opened. */
  readonly #counted = new Map<string, number>()
  readonly #worded = new Map<string, number>()

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  /** Not done is not tried: the next round begins where this one did. */
  clear(): void {
    this.forgetCounts()
    this.#worded.clear()
  }

  forgetCounts(): void {
    this.#counted.clear()
  }

  listUncounted(): TranscriptFile[] {
    return this.#newestFirst().filter((file) => (this.#catalogue.findIndexed(file)?.countedTo ?? 0) < file.size)
  }

  takeUncounted(files: readonly TranscriptFile[], most: number): TranscriptFile[] {
    const due = files.filter((file) => this.#counted.get(toKey(file)) !== file.size)
    return note(
      takeBytes(due, most, ({ size }) => size),
      this.#counted,
    )
  }

  takeUnworded(most: number): TranscriptFile[] {
    const due = this.#newestFirst().filter((file) => {
      const known = this.#catalogue.findIndexed(file)
      // A line that was not counted is not whole.
      const isTried = this.#worded.get(toKey(file)) === file.size
      return known !== null && known.wordedTo < known.countedTo && !isTried
    })
    return note(
      takeBytes(due, most, (file) => file.size - (this.#catalogue.findIndexed(file)?.wordedTo ?? 0)),
      this.#worded,
    )
  }

  #newestFirst(): TranscriptFile[] {
    return this.#catalogue.files().sort((one, other) => other.mtimeMs - one.mtimeMs)
  }
}

function note(files: TranscriptFile[], tried: Map<string, number>): TranscriptFile[] {
  for (const file of files) tried.set(toKey(file), file.size)
  return files
}

function toKey({ root, path, ino }: TranscriptFile): string {
  return `${root}\n${path}\n${ino}`
}
