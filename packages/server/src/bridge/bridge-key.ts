import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { writePrivateFile } from '../private-file.ts'

/** Made once, and kept: programs that have it come back after a restart. Without the file there is a new one. */
export function readBridgeKey(path: string): string {
  if (existsSync(path)) {
    chmodSync(path, 0o600)
    const kept = readFileSync(path, 'utf8').trim()
    if (/^[\w-]{32,}$/.test(kept)) return kept
  }
  const key = randomBytes(32).toString('base64url')
  writePrivateFile(path, `${key}\n`)
  return key
}
