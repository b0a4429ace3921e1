import {
  type DecidePermission,
  PROOF_HEADER,
  type SessionList,
  type SessionRow,
  type StartSession,
} from '@quarterdeck/contract'
import { ApiProblem } from './api-problem.ts'
import type { Pairing } from './pairing/pairing.ts'
import { type JsonRequest, requestJson } from './request-json.ts'

export interface Api {
  /** What lets sockets in. */
  pairing: Pairing
  /** Asks as this device; proves again by itself where the server wants that. */
  call<T>(path: string, request?: JsonRequest): Promise<T>
  listSessions(): Promise<SessionRow[]>
  startSession(request: StartSession): Promise<string>
  sendMessage(sessionId: string, content: string, commandId: string): Promise<void>
  decide(sessionId: string, decision: DecidePermission): Promise<void>
  interrupt(sessionId: string): Promise<void>
  /** Whether all this is only a show. */
  isDemo(): Promise<boolean>
}

export function createApi(pairing: Pairing): Api {
  async function attempt<T>(path: string, request: JsonRequest): Promise<{ value: T } | 'proof_needed'> {
    const proof = await pairing.getProof()
    try {
      return {
        value: await requestJson<T>(path, { ...request, headers: { ...request.headers, [PROOF_HEADER]: proof } }),
      }
    } catch (error) {
      if (!(error instanceof ApiProblem) || !['proof_needed', 'unauthorized'].includes(error.code)) throw error
      pairing.dropProof(proof)
      return 'proof_needed'
    }
  }

  async function call<T>(path: string, request: JsonRequest = {}): Promise<T> {
    // Refused at the gate, so that nothing was done yet: the server was started again, and a new proof is all it wants.
    for (let left = 2; left > 0; left--) {
      const answer = await attempt<T>(path, request)
      if (answer !== 'proof_needed') return answer.value
    }
    pairing.state.setState({ kind: 'revoked' }, true)
    throw new ApiProblem('unauthorized', 'The server does not let this browser in.')
  }

  const sessions = '/api/claude/sessions'
  const post = <T>(path: string, body: unknown) => call<T>(path, { method: 'POST', body })
  return {
    pairing,
    call,
    listSessions: async () => (await call<SessionList>(sessions)).items,
    startSession: async (request) => (await post<{ sessionId: string }>(sessions, request)).sessionId,
    sendMessage: (id, content, commandId) => post(`${sessions}/${id}/messages`, { content, commandId }),
    decide: (id, decision) => post(`${sessions}/${id}/permission`, decision),
    interrupt: (id) => post(`${sessions}/${id}/interrupt`, {}),
    isDemo: async () => (await requestJson<{ demo?: boolean }>('/api/health')).demo ?? false,
  }
}
