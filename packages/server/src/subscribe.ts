import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERROR_STATUS, SOCKET_PROTOCOL, type SubscribeFrame } from '@quarterdeck/contract'
import { parseLine } from '@quarterdeck/protocol'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Gate } from './gate.ts'
import type { Hub } from './hub.ts'
import { ServerError, toServerError } from './server-error.ts'
import type { LogRecord, SessionLog } from './session-log.ts'

const MAX_FRAME_BYTES = 64 * 1024
/** As much as is handed to a client ahead of what it reads; a slow one lags behind, and costs no more than this. */
const MAX_BUFFERED_BYTES = 1024 * 1024
const BATCH = 64

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
        const { log, id, after, hasFrames } = readTarget(hub, request)
        sockets.handleUpgrade(request, socket, head, (client) => follow(client, log, { epoch: id, after, hasFrames }))
      } catch (error) {
        refuse(socket, toServerError(error as Error))
      }
    },
    close(): void {
      for (const client of sockets.clients) client.close(1001, 'The server stops')
    },
  }
}

function readTarget(hub: Hub, request: IncomingMessage) {
  const url = URL.parse(request.url ?? '/', 'http://localhost')
  const id = /^\/api\/claude\/sessions\/([^/]+)\/subscribe$/.exec(url?.pathname ?? '')?.[1]
  if (url === null || id === undefined) throw new ServerError('not_found', 'There is no such socket.')
  const after = Number(url.searchParams.get('after') ?? 0)
  if (!Number.isInteger(after) || after < 0)
    throw new ServerError('bad_request', "'after' takes a record number, from 0 on.")
  return { log: hub.get(id).log, id, after, hasFrames: url.searchParams.get('frames') === '1' }
}

interface Reader {
  epoch: string
  after: number
  hasFrames: boolean
}

/** A client is a cursor over the log: it gets the next records when it has read enough of the last. */
function follow(client: WebSocket, log: SessionLog, { epoch, after, hasFrames }: Reader): void {
  let cursor = after
  let isCaughtUp = false

  function pump(): void {
    if (client.readyState !== client.OPEN || client.bufferedAmount > MAX_BUFFERED_BYTES) return
    const records = log.readAfter(cursor, BATCH)
    for (const record of records) send(record)
    if (records.length > 0) return
    if (hasFrames && !isCaughtUp)
      client.send(JSON.stringify({ type: 'caught_up', seq: cursor } satisfies SubscribeFrame))
    isCaughtUp = true
  }

  function send(record: LogRecord): void {
    cursor = record.seq
    if (hasFrames) client.send(toFrame(record, epoch), pump)
    else if ('line' in record) client.send(record.line, pump)
  }

  // A client that knows records which we do not have looked at another log; it is told so, and begins anew.
  if (cursor > log.lastSeq) {
    if (hasFrames)
      client.send(JSON.stringify({ type: 'gap', after: cursor, lastSeq: log.lastSeq } satisfies SubscribeFrame))
    cursor = 0
  }
  client.on('error', () => client.terminate())
  client.on('close', log.subscribe(pump))
  pump()
}

/** The CLI's line goes into the frame as it is: it is never parsed and written again. */
function toFrame(record: LogRecord, epoch: string): string {
  const head = `{"seq":${record.seq},"epoch":${JSON.stringify(epoch)}`
  if ('exit' in record) return `${head},"exit":${JSON.stringify(record.exit)}}`
  if ('oversizeBytes' in record) return `${head},"unread":"(a line of ${record.oversizeBytes} bytes)"}`
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

function refuse(socket: Duplex, { code, message }: ServerError): void {
  const body = JSON.stringify({ error: { code, message } })
  const head = `HTTP/1.1 ${ERROR_STATUS[code]} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`
  // Destroyed, not only ended: a stranger that keeps its side open would keep the descriptor.
  socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`, () => socket.destroy())
}
