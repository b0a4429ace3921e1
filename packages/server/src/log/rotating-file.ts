import { chmodSync, closeSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makePrivateFolder } from '../private-file.ts'

export interface RotatingFileOptions {
  path: string
  /** At this size another file is begun. */
  maxBytes: number
  /** So many older ones stay, as `server.log.1` (the newest), `server.log.2` and so on. */
  keep: number
}

/**
 * A log that cannot fill the disk. Lines are written at once, so that the last one before a crash is there. What cannot be
 * written is counted and left out: a full disk must not end the server.
 */
export class RotatingFile {
  readonly #options: RotatingFileOptions
  #descriptor: number | null = null
  #bytes = 0
  #lost = 0

  constructor(options: RotatingFileOptions) {
    this.#options = options
    makePrivateFolder(dirname(options.path))
  }

  write(line: string): void {
    try {
      const bytes = Buffer.from(line)
      if (this.#descriptor === null) this.#open()
      if (this.#bytes > 0 && this.#bytes + bytes.length > this.#options.maxBytes) this.#rotate()
      this.#bytes += writeSync(this.#descriptor as number, bytes)
    } catch {
      this.#lost += 1
      this.close()
    }
  }

  /** Lines that could not be written. */
  get lost(): number {
    return this.#lost
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
  }

  #open(): void {
    const { path } = this.#options
    this.#descriptor = openSync(path, 'a', 0o600)
    // Whatever the umask was, and whoever made it.
    chmodSync(path, 0o600)
    this.#bytes = fstatSync(this.#descriptor).size
  }

  #rotate(): void {
    const { path, keep } = this.#options
    this.close()
    rmSync(`${path}.${keep}`, { force: true })
    for (let number = keep - 1; number >= 0; number -= 1)
      renameIfThere(number === 0 ? path : `${path}.${number}`, `${path}.${number + 1}`)
    this.#open()
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
