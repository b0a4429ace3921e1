import { PROOF_HEADER } from '@quarterdeck/contract'
import { ApiProblem } from './api-problem.ts'
import type { Pairing } from './pairing/pairing.ts'
import { type JsonRequest, request } from './request-json.ts'

export interface Api {
  /** The pairing of this browser, which lets sockets in too. */
  pairing: Pairing
  /** Asks as this device, and reads the JSON of the answer. */
  call<T>(path: string, request?: JsonRequest): Promise<T>
  /** The same, for what is no JSON. */
  fetch(path: string, request?: JsonRequest): Promise<Response>
}

/** Requests over HTTP as this device. Proves again who asks, where the server wants that. */
export function createApi(pairing: Pairing): Api {
  async function attempt(path: string, wanted: JsonRequest): Promise<Response | 'proof_needed'> {
    const proof = await pairing.getProof()
    try {
      return await request(path, { ...wanted, headers: { ...wanted.headers, [PROOF_HEADER]: proof } })
    } catch (error) {
      if (!(error instanceof ApiProblem) || !['proof_needed', 'unauthorized'].includes(error.code)) throw error
      pairing.dropProof(proof)
      return 'proof_needed'
    }
  }

  async function ask(path: string, wanted: JsonRequest = {}): Promise<Response> {
    // Refused at the gate, so that nothing was done yet: the server was started again, and a new proof is all it wants.
    for (let left = 2; left > 0; left--) {
      const answer = await attempt(path, wanted)
      if (answer !== 'proof_needed') return answer
    }
    pairing.state.setState({ kind: 'revoked' }, true)
    throw new ApiProblem('unauthorized', 'The server does not let this browser in.')
  }

  const call = async <T>(path: string, wanted?: JsonRequest) => (await (await ask(path, wanted)).json()) as T
  return {
    pairing,
    call,
    fetch: ask,
  }
}
