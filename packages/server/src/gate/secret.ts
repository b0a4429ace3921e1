import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, as text that may stand in a header, a cookie and a fragment. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret. Each has 256 random bits, so that a plain hash cannot be searched. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares hashes, and takes as long for any difference. */
export function isSecretOf(hash: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(hashSecret(given), 'hex'))
}
