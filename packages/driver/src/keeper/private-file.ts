import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Replaces a file in one step, readable by its owner alone. */
export function writePrivateFile(path: string, text: string): void {
  const fresh = `${path}.${process.pid}.new`
  const descriptor = openSync(fresh, 'w', 0o600)
  writeSync(descriptor, text)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(fresh, path)
}
