import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERROR_STATUS, SOCKET_PROTOCOL, type SubscribeFrame } from '@quarterdeck/contract'
import { parseLine } from '@quarterdeck/protocol'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Gate } from './gate.ts'
import type { Hub } from './hub.ts'
import { ServerError } from './server-error.ts'
import type { LogRecord, SessionLog } from './session-log.ts'

const MAX_FRAME_BYTES = 64 * 1024
/** A client that does not read is cut off before it costs memory; it comes back and resumes after its last `seq`. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024

/** The socket door: the gate is passed before the upgrade, never after it. */
export function createUpgradeHandler(hub: Hub, gate: Gate) {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: (offered) => (offered.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false),
  })
  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      socket.on('error', () => socket.destroy())
      try {
        gate.check(toKnock(request), 'bearer')
        const url = new URL(request.url ?? '/', 'http://localhost')
        const id = /^\/api\/claude\/sessions\/([^/]+)\/subscribe$/.exec(url.pathname)?.[1]
        if (id === undefined) throw new ServerError('not_found', 'There is no such socket.')
        const { log } = hub.get(id)
        const after = Number(url.searchParams.get('after') ?? 0)
        const hasFrames = url.searchParams.get('frames') === '1'
        sockets.handleUpgrade(request, socket, head, (client) => follow(client, log, id, after, hasFrames))
      } catch (error) {
        refuse(socket, error as Error)
      }
    },
    close(): void {
      for (const client of sockets.clients) client.close(1001, 'The server stops')
    },
  }
}

function follow(client: WebSocket, log: SessionLog, epoch: string, after: number, hasFrames: boolean): void {
  const send = (frame: string) => {
    if (client.bufferedAmount > MAX_BUFFERED_BYTES) client.terminate()
    else client.send(frame)
  }
  const sendRecord = (record: LogRecord) => {
    if (hasFrames) send(toFrame(record, epoch))
    else if ('line' in record) send(record.line)
  }
  client.on('error', () => client.terminate())
  for (const record of log.readAfter(Math.max(0, after))) sendRecord(record)
  if (hasFrames) send(JSON.stringify({ type: 'caught_up', seq: log.lastSeq } satisfies SubscribeFrame))
  client.on('close', log.subscribe(sendRecord))
}

/** The CLI's line goes into the frame as it is: it is never parsed and written again. */
function toFrame(record: LogRecord, epoch: string): string {
  const head = `{"seq":${record.seq},"epoch":${JSON.stringify(epoch)}`
  if ('exit' in record) return `${head},"exit":${JSON.stringify(record.exit)}}`
  const line = parseLine(record.line)
  if (line.kind !== 'message') return `${head},"unread":${JSON.stringify(record.line)}}`
  const faults = line.faults.length === 0 ? '' : `,"faults":${JSON.stringify(line.faults.map((fault) => fault.path))}`
  return `${head},"message":${record.line}${faults}}`
}

function toKnock(request: IncomingMessage) {
  const { host, origin, authorization } = request.headers
  const secFetchSite = request.headers['sec-fetch-site'] as string | undefined
  return { host, origin, authorization, secFetchSite, protocols: request.headers['sec-websocket-protocol'] }
}

function refuse(socket: Duplex, error: Error): void {
  const code = error instanceof ServerError ? error.code : 'internal'
  const body = JSON.stringify({ error: { code, message: error.message } })
  const status = ERROR_STATUS[code]
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
