import { type Client, createClient } from '@quarterdeck/client'
import type { Pairing } from './pairing/pairing.ts'
import { server } from './server.ts'

export interface Api extends Client<Response> {
  /** The pairing of this browser, which lets sockets in too. */
  pairing: Pairing
}

/** Requests over HTTP as this device. Proves again who asks, where the server wants that. */
export function createApi(pairing: Pairing): Api {
  const proofs = {
    getProof: pairing.getProof,
    dropProof: pairing.dropProof,
    onRefused: () => pairing.state.setState({ kind: 'revoked' }, true),
  }
  return { pairing, ...createClient({ ...server, credentials: { kind: 'device', proofs } }) }
}
