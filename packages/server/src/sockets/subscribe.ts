import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERROR_STATUS, SOCKET_PROTOCOL, type SubscribeFrame } from '@quarterdeck/contract'
import type { KeptSession, LinkEvent } from '@quarterdeck/driver'
import { parseLine } from '@quarterdeck/protocol'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Gate } from '../gate/gate.ts'
import type { Hub } from '../hub/hub.ts'
import { ServerError, toServerError } from '../server-error.ts'

const MAX_FRAME_BYTES = 64 * 1024
/** As much as is handed to a client ahead of what it reads; a slow one lags behind, and costs no more than this. */
const MAX_BUFFERED_BYTES = 1024 * 1024
/** At most so much is read from the log at once. */
const BATCH_CHARACTERS = 64 * 1024

/** The socket door: the gate is passed before the upgrade, never after it. */
export function createUpgradeHandler(hub: Hub, gate: Gate) {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: (offered) => (offered.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false),
  })
  return {
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
      socket.on('error', () => socket.destroy())
      try {
        gate.check(toKnock(request), 'signed_in')
        const { kept, ...reader } = await readTarget(hub, request)
        sockets.handleUpgrade(request, socket, head, (client) => follow(client, kept, reader))
      } catch (error) {
        refuse(socket, toServerError(error as Error))
      }
    },
    close(): void {
      for (const client of sockets.clients) client.close(1001, 'The server stops')
    },
  }
}

async function readTarget(hub: Hub, request: IncomingMessage) {
  const url = URL.parse(request.url ?? '/', 'http://localhost')
  const id = /^\/api\/claude\/sessions\/([^/]+)\/subscribe$/.exec(url?.pathname ?? '')?.[1]
  if (url === null || id === undefined) throw new ServerError('not_found', 'There is no such socket.')
  const after = Number(url.searchParams.get('after') ?? 0)
  if (!Number.isInteger(after) || after < 0)
    throw new ServerError('bad_request', "'after' takes a record number, from 0 on.")
  const { kept } = await hub.open(id)
  const epoch = url.searchParams.get('epoch') ?? kept.epoch
  return { kept, epoch, after, hasFrames: url.searchParams.get('frames') === '1' }
}

interface Reader {
  /** Of the records that the client knows. */
  epoch: string
  after: number
  hasFrames: boolean
}

/** A client is a cursor over the log: it gets the next records when it has read enough of the last. */
function follow(client: WebSocket, kept: KeptSession, { epoch, after, hasFrames }: Reader): void {
  let cursor = after
  let isCaughtUp = false

  function pump(): void {
    while (client.readyState === client.OPEN && client.bufferedAmount <= MAX_BUFFERED_BYTES) {
      const lines = kept.readAfter(cursor, BATCH_CHARACTERS)
      if (lines.length === 0) {
        if (hasFrames && !isCaughtUp)
          client.send(JSON.stringify({ type: 'caught_up', seq: cursor } satisfies SubscribeFrame))
        isCaughtUp = true
        return
      }
      for (const line of lines) {
        const { seq, isKeeper, message } = splitRecord(line)
        cursor = seq
        if (hasFrames) client.send(toFrame(line, message, kept.epoch), pump)
        else if (!isKeeper) client.send(message, pump)
      }
    }
  }

  function onEvent(event: LinkEvent): void {
    if (event.kind === 'problem') tell(event.message)
    else pump()
  }

  function tell(problem: string | null): void {
    if (hasFrames) client.send(JSON.stringify({ type: 'problem', message: problem } satisfies SubscribeFrame))
  }

  // A client that knows records which we do not have looked at another log; it is told so, and begins anew.
  if (epoch !== kept.epoch || cursor > kept.lastSeq) {
    if (hasFrames)
      client.send(JSON.stringify({ type: 'gap', after: cursor, lastSeq: kept.lastSeq } satisfies SubscribeFrame))
    cursor = 0
  }
  client.on('error', () => client.terminate())
  client.on('close', kept.subscribe(onEvent, { isWatching: true }))
  if (kept.problem !== null) tell(kept.problem)
  pump()
}

/** A record as it stands in the log; what was said is not parsed. Quotes inside of strings are escaped, so the words are unique. */
function splitRecord(line: string): { seq: number; isKeeper: boolean; message: string } {
  const start = line.indexOf(',"message":')
  const head = line.slice(0, start)
  return {
    seq: Number(head.slice('{"seq":'.length, head.indexOf(','))),
    isKeeper: head.includes(',"from":"keeper"'),
    message: line.slice(start + ',"message":'.length, -1),
  }
}

/** The CLI's line goes into the frame as it is: it is never parsed and written again. */
function toFrame(line: string, message: string, epoch: string): string {
  const parsed = parseLine(message)
  const faults = parsed.kind === 'message' ? parsed.faults : []
  const found = faults.length === 0 ? '' : `,"faults":${JSON.stringify(faults.map((fault) => fault.path))}`
  const unread = parsed.kind === 'message' || message.startsWith('{"type":"keeper"') ? '' : ',"isUnread":true'
  return `${line.slice(0, -1)},"epoch":${JSON.stringify(epoch)}${found}${unread}}`
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
