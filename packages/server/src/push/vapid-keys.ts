import { readFileSync } from 'node:fs'
import { writePrivateFile } from '../private-file.ts'

/** By these a push service knows that all notices come from the same server; browsers subscribe to the public one. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Made once: with other keys every subscription would be void. */
export async function readVapidKeys(path: string): Promise<VapidKeys> {
  const kept = readKept(path)
  if (kept !== null) return kept
  const { default: webPush } = await import('web-push')
  const keys = webPush.generateVAPIDKeys()
  writePrivateFile(path, `${JSON.stringify(keys)}\n`)
  return keys
}

/** Damaged ones open nothing any more, and new ones are made: browsers find that out, and subscribe again. */
function readKept(path: string): VapidKeys | null {
  try {
    const { publicKey, privateKey } = JSON.parse(readFileSync(path, 'utf8'))
    return isKey(publicKey, 65) && isKey(privateKey, 32) ? { publicKey, privateKey } : null
  } catch {
    return null
  }
}

function isKey(value: unknown, bytes: number): boolean {
  return typeof value === 'string' && /^[\w-]+$/.test(value) && Buffer.from(value, 'base64url').length === bytes
}
