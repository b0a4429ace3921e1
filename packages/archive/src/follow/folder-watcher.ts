import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

export type Watch = (path: string, onChange: (name: string | null) => void, onError: () => void) => { close(): void }

/** Of Node: one watch a folder, which on every system tells of the files in it. */
export const watchFolder: Watch = (path, onChange, onError) => {
  const watcher: FSWatcher = watch(path, { persistent: false }, (_type, name) => onChange(name))
  watcher.on('error', onError)
  return watcher
}

/** Where a root that is not there yet will appear. */
export const BESIDE = '..'
/** Folders of sessions that were at work lately; more would cost too much. */
const MOST_DEEP_FOLDERS = 128

/**
 * One watcher for a data directory: the folders of all projects, and below them only those of sessions that are at work. What it
 * misses, a look at everything finds later.
 */
export class FolderWatcher {
  readonly #root: string
  readonly #watch: Watch
  readonly #onChange: (path: string, name: string | null) => void
  readonly #watchers = new Map<string, { close(): void }>()
  readonly #deep = new Set<string>()
  /** Whether the system refused to watch something. */
  #isPartial = false

  constructor(root: string, watchOne: Watch, onChange: (path: string, name: string | null) => void) {
    this.#root = root
    this.#watch = watchOne
    this.#onChange = onChange
  }

  /** Some of what happens is not told. */
  get isBlind(): boolean {
    return this.#isPartial || !(this.#watchers.has('') || this.#watchers.has(BESIDE))
  }

  /**
   * Watches the root and these folders in it from now on; those that are not there are left out. A root that is not there, as before
   * the CLI has run for the first time, is waited for.
   */
  add(paths: readonly string[]): void {
    // Looked for once more behind the watch beside it: it may have come in between.
    if (!this.#add('') && this.#add(BESIDE)) this.#add('')
    if (this.#watchers.has('')) this.#remove(BESIDE)
    for (const path of paths) this.#add(path)
  }

  /** Watches the folders of a session that is at work. */
  addDeep(paths: readonly string[]): void {
    for (const path of paths) {
      this.#deep.delete(path)
      if (this.#add(path)) this.#deep.add(path)
    }
    for (const path of this.#deep) {
      if (this.#deep.size <= MOST_DEEP_FOLDERS) break
      this.#deep.delete(path)
      this.#remove(path)
    }
  }

  close(): void {
    for (const path of [...this.#watchers.keys()]) this.#remove(path)
  }

  #add(path: string): boolean {
    if (this.#watchers.has(path)) return true
    try {
      const onError = () => this.#remove(path)
      this.#watchers.set(
        path,
        this.#watch(join(this.#root, path), (name) => this.#onChange(path, name), onError),
      )
      return true
    } catch (error) {
      // Not there is no problem; a system that has no watches left is.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#isPartial = true
      return false
    }
  }

  #remove(path: string): void {
    this.#watchers.get(path)?.close()
    this.#watchers.delete(path)
    this.#deep.delete(path)
  }
}
