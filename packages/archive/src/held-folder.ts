import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
/** What Linux shows there leads to the open folder itself, whatever its path has become. Nothing on macOS does. */
const OPEN_FILES = '/proc/self/fd'

/**
 * A folder that is written to by names in it. While it is held, nobody can lead what is done in it elsewhere by exchanging a folder on the way
 * for a link: on Linux its descriptor is used and not its path. On macOS, where Node has nothing like it, the path is compared before each use.
 */
export class HeldFolder {
  readonly path: string
  readonly #descriptor: number
  readonly #isByDescriptor = existsSync(OPEN_FILES)

  private constructor(path: string, descriptor: number) {
    this.path = path
    this.#descriptor = descriptor
  }

  /** By its real path. Throws where it is not there, is no folder, or has a link in its path. */
  static open(path: string): HeldFolder {
    return HeldFolder.#take(path, path)
  }

  /** Makes what is missing of it. `mode` is for those that are made; without it, what the umask leaves. */
  static make(path: string, mode?: number): HeldFolder {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return HeldFolder.open(path)
    const parent = HeldFolder.make(dirname(path), mode)
    try {
      const own = parent.at(basename(path))
      try {
        mkdirSync(own, mode === undefined ? {} : { mode })
      } catch (error) {
        // Somebody else was quicker; what they made is looked at like any other.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      return HeldFolder.#take(own, path)
    } finally {
      parent.close()
    }
  }

  static #take(way: string, path: string): HeldFolder {
    const folder = new HeldFolder(path, openSync(way, FLAGS))
    try {
      folder.#assertStill()
      return folder
    } catch (error) {
      folder.close()
      throw error
    }
  }

  /** The way to a name in it, to be used at once. */
  at(name: string): string {
    if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) throw new Error(`'${name}' is no name`)
    if (this.#isByDescriptor) return join(OPEN_FILES, String(this.#descriptor), name)
    this.#assertStill()
    return join(this.path, name)
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #assertStill(): void {
    const real = this.#isByDescriptor
      ? readlinkSync(join(OPEN_FILES, String(this.#descriptor)))
      : realpathSync.native(this.path)
    if (real !== this.path) throw new Error('its folder was exchanged meanwhile')
  }
}
