import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whatever the umask is: what we keep is for its owner alone. */
export function makePrivateFolder(path: string): void {
  // With `recursive`, Node never comes back from a place where nothing can be made, such as /proc.
  if (!existsSync(path)) mkdirSync(path, { recursive: !existsSync(dirname(path)), mode: 0o700 })
  chmodSync(path, 0o700)
}

/** Written whole or not at all. */
export function writePrivateFile(path: string, text: string): void {
  makePrivateFolder(dirname(path))
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, text, { mode: 0o600 })
  chmodSync(temporary, 0o600)
  renameSync(temporary, path)
}
