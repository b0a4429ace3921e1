import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DriverError } from '../driver-error.ts'

/** macOS takes 104 bytes for the address of a socket, its final NUL among them. */
const MAX_SOCKET_PATH = 103

/** The address of a session's keeper: short, whatever the data directory is called, and in a folder that is ours alone. */
export function toSocketPath(sessionFolder: string, env: NodeJS.ProcessEnv = process.env): string {
  const name = createHash('sha256').update(sessionFolder).digest('hex').slice(0, 16)
  const folder = toRuntimeFolder(env)
  const path = join(folder, `${name}.sock`)
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH)
    throw new DriverError(
      'keeper_failed',
      `'${folder}' is too long for a socket. Set XDG_RUNTIME_DIR to a shorter path.`,
    )
  return path
}

/** Where keepers may listen, best first. */
export function listRuntimeFolders(env: NodeJS.ProcessEnv = process.env): string[] {
  const parent = env.XDG_RUNTIME_DIR?.startsWith('/') ? env.XDG_RUNTIME_DIR : null
  const shared = join(tmpdir(), `quarterdeck-${process.getuid?.() ?? 0}`)
  return parent === null ? [shared] : [join(parent, 'quarterdeck'), shared]
}

function toRuntimeFolder(env: NodeJS.ProcessEnv): string {
  const [best, shared] = listRuntimeFolders(env) as [string, string?]
  const folder = shared === undefined || isOurs(dirname(best)) ? best : shared
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Anyone may make a folder in /tmp, and call it like ours.
  if (!isOurs(folder))
    throw new DriverError(
      'keeper_failed',
      `'${folder}' is not a private folder of yours. Remove it, or set XDG_RUNTIME_DIR.`,
    )
  return folder
}

function isOurs(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined || !stats.isDirectory()) return false
  return stats.uid === (process.getuid?.() ?? stats.uid) && (stats.mode & 0o077) === 0
}
