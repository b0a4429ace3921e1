import { MAX_FRAME_BYTES, SOCKET_PROTOCOL } from '@quarterdeck/contract'
import { WebSocket, WebSocketServer } from 'ws'
import type { SocketCall } from '../http/app/socket-door.ts'
import { ServerError } from '../server-error.ts'
import { CLOSE, LIBRARY_REASONS } from './close-reasons.ts'
import { Peer } from './peer.ts'

const MAX_SOCKETS = 1000
const PROBE_MS = 15_000
/** One who does not say goodbye in this time is cut off. */
const GOODBYE_MS = 1000

export interface SocketLimits {
  maxSockets?: number
  probeMs?: number
}

/** What the library closes by itself gets a reason too. */
class SpokenSocket extends WebSocket {
  override close(code?: number, data?: string | Buffer): void {
    super.close(code, data ?? (code === undefined ? undefined : LIBRARY_REASONS[code]))
  }
}

/** All sockets of the server: they live while somebody is there, and end with a reason. */
export class SocketServer {
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    WebSocket: SpokenSocket,
    handleProtocols: (offered) => (offered.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false),
  })
  readonly #peers = new Set<Peer>()
  readonly #maxSockets: number
  readonly #probing: NodeJS.Timeout
  #isClosed = false

  constructor({ maxSockets = MAX_SOCKETS, probeMs = PROBE_MS }: SocketLimits = {}) {
    this.#maxSockets = maxSockets
    this.#probing = setInterval(() => this.#probe(), probeMs).unref()
  }

  get count(): number {
    return this.#peers.size
  }

  /** Opens a socket when what it needs is there. Throws what is to be answered before the upgrade, as HTTP. */
  async accept(call: SocketCall, prepare: () => Promise<(peer: Peer) => void>): Promise<void> {
    const { request, socket, head, caller, revoked } = call
    this.#assertRoom()
    const serve = await prepare()
    if (socket.destroyed) return
    this.#assertRoom()
    this.#sockets.handleUpgrade(request, socket, head, (client) => {
      const peer = new Peer(client, socket, caller)
      this.#peers.add(peer)
      peer.onClose(() => this.#peers.delete(peer))
      if (revoked.aborted) peer.close(CLOSE.revoked)
      revoked.addEventListener('abort', () => peer.close(CLOSE.revoked))
      serve(peer)
    })
  }

  /** Says goodbye to all; those who do not answer are cut off. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#probing)
    const peers = [...this.#peers]
    const gone = Promise.all(peers.map((peer) => new Promise<void>((resolve) => peer.onClose(resolve))))
    for (const peer of peers) peer.close(CLOSE.stopping)
    const timer = setTimeout(() => {
      for (const peer of peers) peer.cut()
    }, GOODBYE_MS)
    await gone
    clearTimeout(timer)
  }

  #assertRoom(): void {
    if (this.#isClosed) throw new ServerError('stopping', 'The server is stopping. Come back when it runs again.')
    if (this.#peers.size >= this.#maxSockets)
      throw new ServerError('too_many_requests', `${this.#maxSockets} sockets are open. Close some first.`)
  }

  #probe(): void {
    for (const peer of this.#peers) if (!peer.probe()) peer.cut()
  }
}
