import { randomBytes } from 'node:crypto'
import { readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HeldFolder } from '@quarterdeck/archive'
import { makePrivateFolder } from '../private-file.ts'
import { ServerError } from '../server-error.ts'
import { type Saving, saveUpload } from './save-upload.ts'

const KEPT_MS = 7 * 24 * 3_600_000
const MOST_BYTES = 1024 ** 3

/** Files for a prompt that belong to no project, each in a folder of its own, for a week. */
export class TemporaryUploads {
  readonly #folder: string
  readonly #now: () => number

  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder
    this.#now = now
  }

  async save(name: string, bytes: Uint8Array, note: Saving['note']): Promise<string> {
    makePrivateFolder(this.#folder)
    const kept = await this.sweep()
    if (kept + bytes.length > MOST_BYTES)
      throw new ServerError(
        'storage',
        `The files of the last days take 1 GB already. Delete some in '${this.#folder}'.`,
      )
    const own = join(await realpath(this.#folder), randomBytes(6).toString('hex'))
    makePrivateFolder(own)
    try {
      const folder = HeldFolder.open(own)
      return await saveUpload(folder, name, bytes, { note }).finally(() => folder.close())
    } catch (error) {
      await rm(own, { recursive: true, force: true })
      throw error
    }
  }

  /** Takes away what is old; gives how many bytes are left. */
  async sweep(): Promise<number> {
    const names = await readdir(this.#folder).catch(() => [])
    const sizes = await Promise.all(
      names.filter((name) => /^[0-9a-f]{12}$/.test(name)).map((name) => this.#sweepOne(name)),
    )
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  async #sweepOne(name: string): Promise<number> {
    const own = join(this.#folder, name)
    try {
      if (this.#now() - (await stat(own)).mtimeMs > KEPT_MS) {
        await rm(own, { recursive: true, force: true })
        return 0
      }
      const files = await readdir(own)
      const sizes = await Promise.all(files.map(async (file) => (await stat(join(own, file))).size))
      return sizes.reduce((sum, size) => sum + size, 0)
    } catch {
      // Somebody else took it away meanwhile.
      return 0
    }
  }
}
