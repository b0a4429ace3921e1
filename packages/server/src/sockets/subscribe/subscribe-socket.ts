import type { SocketRoute } from '../../http/app/socket-door.ts'
import type { SessionSources } from '../../hub/live/session-log.ts'
import type { SocketServer } from '../socket-server.ts'
import { readSubscribeQuery } from './read-subscribe-query.ts'
import { Subscription, type SubscriptionOptions } from './subscription.ts'

export interface SubscribeOptions extends Pick<SubscriptionOptions, 'feeds' | 'descriptions' | 'execute'> {
  sockets: SocketServer
  sources: SessionSources
}

/** One session, as raw messages: for programs, and for pages of others. */
export function createSubscribeSocket({ sockets, sources, ...options }: SubscribeOptions): SocketRoute {
  return {
    path: '/api/claude/sessions/:id/subscribe',
    policy: 'signed_in',
    summary: 'A session as it happens: first what exists, then live',
    open: (call) =>
      sockets.accept(call, async () => {
        const query = readSubscribeQuery(call.query)
        // Whether there is such a session is answered before the upgrade.
        const { sessionId, release } = await options.feeds.open(call.params.id ?? '')
        return (peer) => {
          peer.onClose(sources.watch(sessionId))
          const subscription = new Subscription(peer, { ...options, sessionId, query })
          peer.onClose(release)
          return subscription
        }
      }),
  }
}
