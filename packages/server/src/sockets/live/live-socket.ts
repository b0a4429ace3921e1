import type { SocketRoute } from '../../http/app/socket-door.ts'
import type { SocketServer } from '../socket-server.ts'
import { LiveConnection, type LiveOptions } from './live-connection.ts'
import { VisiblePages } from './visible-pages.ts'

const BEAT_MS = 15_000

export interface LiveSocketOptions extends Omit<LiveOptions, 'onVisible' | 'beatMs'> {
  sockets: SocketServer
  beatMs?: number
}

export interface LiveSocket {
  route: SocketRoute
  /** Which devices have a page that a person sees. */
  visible: VisiblePages
}

/** What our own page speaks. */
export function createLiveSocket({ sockets, beatMs = BEAT_MS, ...options }: LiveSocketOptions): LiveSocket {
  const visible = new VisiblePages()
  const route: SocketRoute = {
    path: '/api/live',
    policy: 'signed_in',
    summary: 'What the page speaks: the list, the inbox and open sessions as they happen, and commands with receipts',
    open: (call) =>
      sockets.accept(call, async () => (peer) => {
        const onVisible = visible.add(call.caller)
        return new LiveConnection(peer, { ...options, beatMs, onVisible })
      }),
  }
  return { route, visible }
}
