import type { SocketLike } from '@quarterdeck/client'
import { PROOF_PROTOCOL_PREFIX, SOCKET_PROTOCOL } from '@quarterdeck/contract'
import type { Api } from '../api.ts'
import { toSocketUrl } from '../server-address.ts'
import { browserClock } from './clock.ts'
import { createLive, type Live } from './create-live.ts'
import { askBeforeLeaving, watchLeaving } from './leaving.ts'
import { createOutgoingStore } from './outgoing-store.ts'
import { noteKey } from './typing.ts'

/** The live connection of this page. */
export function openLive(api: Api, version: string): Live {
  const live = createLive({
    clock: browserClock,
    page: version,
    /** The one place where a socket is given what lets it in. */
    async connect() {
      const proof = await api.pairing.getProof()
      const socket = new WebSocket(toSocketUrl('/api/live'), [SOCKET_PROTOCOL, PROOF_PROTOCOL_PREFIX + proof])
      // Why it was refused, a browser does not tell; the likely reason is a proof that another server gave.
      return { socket: socket as SocketLike, onRefused: () => api.pairing.dropProof(proof) }
    },
    async readOlder(sessionId, before, limit) {
      const query = { limit, answers: true, before }
      return api.call('GET /api/claude/sessions/:id/messages', { params: { id: sessionId }, query })
    },
    outgoingStore: createOutgoingStore(),
  })
  live.setVisible(document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', () => live.setVisible(document.visibilityState === 'visible'))
  addEventListener('keydown', noteKey, { capture: true, passive: true })
  addEventListener('online', () => live.wake())
  addEventListener('offline', () => live.doubt())
  addEventListener('pageshow', () => live.wake())
  askBeforeLeaving(() => live.outgoing.hasUnkept)
  watchLeaving()
  return live
}
