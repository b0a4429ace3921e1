import { type Client, createClient } from '@quarterdeck/client'
import type { Pairing } from './pairing/pairing.ts'
import { server } from './server.ts'

/** What is asked of the server, beside what it tells by itself. */
export interface Api extends Client<Response> {
  /** What lets sockets in. */
  pairing: Pairing
}

/** Asks as this device. Proves again who asks, where the server wants that. */
export function createApi(pairing: Pairing): Api {
  const proofs = {
    getProof: pairing.getProof,
    dropProof: pairing.dropProof,
    onRefused: () => pairing.state.setState({ kind: 'revoked' }, true),
  }
  return { pairing, ...createClient({ ...server, credentials: { kind: 'device', proofs } }) }
}
