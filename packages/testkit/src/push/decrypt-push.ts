import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto'

export interface PushReceiver {
  /** The browser's own key pair, on P-256. */
  keys: ECDH
  /** The secret that it gave to the server with its public key. */
  auth: Buffer
}

/** What a browser reads from the body of a push (RFC 8291 and 8188, in one record), written from the RFCs and not with what encrypted it. */
export function decryptPush(body: Buffer, { keys, auth }: PushReceiver): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // Padding stands behind a delimiter, which is 2 in the last record.
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}

function derive(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length))
}
