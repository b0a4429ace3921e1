import type { DecidePermission, ErrorBody, SessionList, SessionRow, StartSession } from '@quarterdeck/contract'

/** The server said no, or could not be reached. The message is for the person. */
export class ApiProblem extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface Api {
  token: string
  listSessions(): Promise<SessionRow[]>
  startSession(request: StartSession): Promise<string>
  sendMessage(sessionId: string, content: string, commandId: string): Promise<void>
  decide(sessionId: string, decision: DecidePermission): Promise<void>
  interrupt(sessionId: string): Promise<void>
  /** Whether all this is only a show. */
  isDemo(): Promise<boolean>
}

export function createApi(token: string): Api {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    let response: Response
    try {
      response = await fetch(`/api/claude/sessions${path}`, { method, headers, body: JSON.stringify(body) ?? null })
    } catch {
      throw new ApiProblem('offline', 'The server does not answer. Try again when it is back.')
    }
    const answer: unknown = await response.json()
    if (response.ok) return answer as T
    const { code, message } = (answer as ErrorBody).error
    throw new ApiProblem(code, message)
  }
  return {
    token,
    listSessions: async () => (await call<SessionList>('GET', '')).items,
    startSession: async (request) => (await call<{ sessionId: string }>('POST', '', request)).sessionId,
    sendMessage: (id, content, commandId) => call('POST', `/${id}/messages`, { content, commandId }),
    decide: (id, decision) => call('POST', `/${id}/permission`, decision),
    interrupt: (id) => call('POST', `/${id}/interrupt`, {}),
    isDemo: async () => {
      const health = (await (await fetch('/api/health')).json()) as { demo?: boolean }
      return health.demo ?? false
    },
  }
}
