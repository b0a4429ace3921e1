import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder that is being filled, and how much is in it. */
export class DataFolder {
  files = 0
  bytes = 0
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  at(relative: string): string {
    return join(this.path, relative)
  }

  makeFolder(relative: string): void {
    mkdirSync(this.at(relative), { recursive: true })
  }

  write(relative: string, content: string | Buffer, lastMs?: number): void {
    const path = this.at(relative)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    if (lastMs !== undefined) utimesSync(path, lastMs / 1000, lastMs / 1000)
    this.count(Buffer.byteLength(content))
  }

  count(bytes: number): void {
    this.files++
    this.bytes += bytes
  }
}

/**
 * Where the data says that it lies. The real place would make the bytes differ from run to run, and a reader must not follow
 * absolute paths out of a data directory anyway.
 */
export const CLAIMED_HOME = '/home/dana'
