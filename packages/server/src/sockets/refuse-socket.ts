import type { Duplex } from 'node:stream'
import { ERROR_STATUS } from '@quarterdeck/contract'
import type { ServerError } from '../server-error.ts'

/** An answer to somebody who wanted a socket and gets none. */
export function refuseSocket(socket: Duplex, { code, message, details }: ServerError): void {
  const body = JSON.stringify({ error: { code, message, ...details } })
  const head = `HTTP/1.1 ${ERROR_STATUS[code]} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`
  // Destroyed, not only ended: a stranger that keeps its side open would keep the descriptor.
  socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`, () => socket.destroy())
}
