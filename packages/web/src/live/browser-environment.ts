import { PROOF_PROTOCOL_PREFIX, SOCKET_PROTOCOL } from '@quarterdeck/contract'
import { toSocketUrl } from '../base-path.ts'
import type { Pairing } from '../pairing/pairing.ts'
import type { LiveEnvironment, Socket } from './socket.ts'

const HIDDEN_MS = 100

/** The browser, and this device's way through the gate. */
export function createBrowserEnvironment(pairing: Pairing): LiveEnvironment {
  let proof = ''
  return {
    async openSocket() {
      proof = await pairing.getProof()
      return new WebSocket(toSocketUrl('/api/live'), [SOCKET_PROTOCOL, PROOF_PROTOCOL_PREFIX + proof]) as Socket
    },
    // A browser does not say why; with a new proof the next try tells.
    onRefused: () => pairing.dropProof(proof),
    onRevoked: () => pairing.state.setState({ kind: 'revoked' }, true),
    schedule(work) {
      // A page that nobody sees draws no frames.
      if (document.visibilityState === 'visible') requestAnimationFrame(work)
      else setTimeout(work, HIDDEN_MS)
    },
    setTimeout(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
    isVisible: () => document.visibilityState === 'visible',
  }
}
