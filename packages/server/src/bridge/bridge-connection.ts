import type { SessionCommand, SessionList, SessionRow } from '@quarterdeck/contract'
import type { Approval } from '@quarterdeck/transcript'
import type { Feeds } from '../feed/feeds.ts'
import type { CommandableHub } from '../hub/commands/commandable.ts'
import type { Execute } from '../hub/commands/execute.ts'
import { ServerError, toServerError } from '../server-error.ts'
import type { BridgeMessage, SessionMessage } from './bridge-message.ts'
import { BridgeSession } from './bridge-session.ts'
import { type ClientMessage, parseClientMessage } from './client-message.ts'
import { parseAnswer } from './parse-answer.ts'
import { readHistory } from './read-history.ts'
import { toSessionPermissions } from './session-permissions.ts'
import { toBridgeStatus } from './translate.ts'

/** The socket, as far as the bridge needs it. */
export interface BridgePeer {
  readonly bufferedBytes: number
  send(text: string, onSent?: () => void): void
}

export interface BridgeParts {
  hub: Pick<CommandableHub, 'open'> & {
    list(request: { limit?: number; status?: string }): Promise<SessionList>
    getRow(id: string): SessionRow
  }
  feeds: Feeds
  execute: Execute
}

const MAX_BUFFERED_BYTES = 1024 * 1024
const MAX_SESSIONS = 100
const RECENT = 20
const CALLER = { kind: 'bridge' } as const

type Of<T extends ClientMessage['type']> = Extract<ClientMessage, { type: T }>

/** One program on the bridge. What it says is done in its order; each session that it speaks of is told to it from then on. */
export class BridgeConnection {
  readonly #peer: BridgePeer
  readonly #parts: BridgeParts
  readonly #sessions = new Map<string, BridgeSession>()
  /** The one that is meant where none is named. */
  #current: string | null = null
  #isClosed = false

  constructor(peer: BridgePeer, parts: BridgeParts) {
    this.#peer = peer
    this.#parts = parts
  }

  async take(text: string): Promise<void> {
    const parsed = parseClientMessage(text)
    if (parsed.kind === 'wrong') {
      const { problem, type } = parsed
      return this.#send({ type: 'error', message: problem, code: 'bad_request', ...(type && { request: type }) })
    }
    const { message } = parsed
    try {
      await this.#do(message)
    } catch (error) {
      const { code, message: why } = toServerError(error as Error)
      const sessionId = 'sessionId' in message ? message.sessionId : undefined
      const words = code === 'untrusted_folder' ? toTrustAdvice(message) : why
      this.#send({ type: 'error', message: words, code, request: message.type, ...(sessionId && { sessionId }) })
    }
  }

  close(): void {
    this.#isClosed = true
    for (const session of this.#sessions.values()) session.close()
    this.#sessions.clear()
  }

  async #do(message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'start':
        return this.#start(message)
      case 'resume_session':
        return this.#resume(message)
      case 'input': {
        const sessionId = await this.#attend(message.sessionId)
        return this.#execute({ kind: 'send', sessionId, content: message.text })
      }
      case 'approve':
        return this.#approve(message)
      case 'approve_always':
        return this.#approveAlways(message)
      case 'reject': {
        const { sessionId, approval } = await this.#find(message.sessionId, message.id)
        const { message: words } = message
        return this.#decide(sessionId, approval, { behavior: 'deny', ...(words !== undefined && { message: words }) })
      }
      case 'answer':
        return this.#answer(message)
      case 'list_sessions': {
        const { items } = await this.#parts.hub.list({ limit: 500 })
        return this.#send({ type: 'session_list', sessions: items.filter(({ live }) => live).map(toListed) })
      }
      case 'list_recent_sessions': {
        const { items } = await this.#parts.hub.list({ limit: message.limit ?? RECENT })
        return this.#send({ type: 'recent_sessions', sessions: items.map(toRecent) })
      }
      case 'stop_session':
        await this.#execute({ kind: 'stop', sessionId: message.sessionId })
        return this.#send({ type: 'result', subtype: 'stopped', sessionId: message.sessionId })
      case 'get_history':
        return this.#history(message.sessionId)
    }
  }

  async #start({ projectPath: cwd, sessionId, permissionMode, continue: goesOn }: Of<'start'>): Promise<void> {
    if (sessionId !== undefined) await this.#attend(sessionId)
    const started = (await this.#parts.execute(
      {
        kind: 'start',
        cwd,
        ...(sessionId !== undefined && { resume: sessionId }),
        ...(goesOn && sessionId === undefined && { continue: true }),
        ...(permissionMode !== undefined && { permissionMode }),
      },
      { caller: CALLER },
    )) as { sessionId: string }
    const isNew = sessionId === undefined && goesOn !== true
    this.#send({
      type: 'system',
      subtype: 'session_created',
      sessionId: started.sessionId,
      projectPath: cwd,
      ...(permissionMode !== undefined && { permissionMode }),
    })
    await this.#attend(started.sessionId, isNew)
  }

  async #resume({ sessionId, projectPath, permissionMode }: Of<'resume_session'>): Promise<void> {
    await this.#start({
      type: 'start',
      projectPath,
      sessionId,
      ...(permissionMode !== undefined && { permissionMode }),
    })
  }

  async #approve({ id, sessionId: named }: Of<'approve'>): Promise<void> {
    const { sessionId, approval } = await this.#find(named, id)
    assertNoQuestion(approval)
    await this.#decide(sessionId, approval, { behavior: 'allow' })
  }

  async #approveAlways({ id, sessionId: named }: Of<'approve_always'>): Promise<void> {
    const { sessionId, approval } = await this.#find(named, id)
    assertNoQuestion(approval)
    const permissions = toSessionPermissions(approval.suggestions)
    if (permissions === null)
      throw new ServerError(
        'bad_request',
        `Claude Code offers no rule for this ${approval.toolName}; it wants to be asked each time. Send 'approve'.`,
      )
    const updatedPermissions = permissions as { type: string }[]
    await this.#decide(sessionId, approval, { behavior: 'allow', updatedPermissions })
  }

  async #answer({ toolUseId, result, sessionId: named }: Of<'answer'>): Promise<void> {
    const { sessionId, approval } = await this.#find(named, toolUseId)
    if (approval.kind !== 'question' && approval.kind !== 'elicitation')
      throw new ServerError('bad_request', `${approval.toolName} asks nothing: send 'approve' or 'reject'.`)
    const parsed = approval.kind === 'question' ? parseAnswer(approval.input, result) : parseForm(result)
    if (parsed.kind === 'wrong') throw new ServerError('bad_request', parsed.problem)
    await this.#decide(sessionId, approval, { behavior: 'allow', updatedInput: parsed.input })
  }

  async #history(sessionId: string): Promise<void> {
    const { messages, isPartial } = await readHistory(this.#parts.feeds, sessionId)
    this.#send({
      type: 'history',
      sessionId,
      messages: messages.map((message) => ({ ...message, sessionId })),
      ...(isPartial && { isPartial }),
    })
    await this.#attend(sessionId)
  }

  /** Whoever speaks of a session hears of it from then on. */
  async #attend(named: string | undefined, isNew = false): Promise<string> {
    const sessionId = named ?? (await this.#findDefault())
    this.#current = sessionId
    if (this.#sessions.has(sessionId) || this.#isClosed) return sessionId
    if (this.#sessions.size >= MAX_SESSIONS)
      throw new ServerError('too_many_requests', `This socket has ${MAX_SESSIONS} sessions already. Open another.`)
    const session = new BridgeSession({
      feeds: this.#parts.feeds,
      sessionId,
      isNew,
      hasRoom: () => this.#peer.bufferedBytes <= MAX_BUFFERED_BYTES,
      send: (message) => this.#sendOf(sessionId, message),
      onEnd: () => this.#sessions.delete(sessionId),
    })
    this.#sessions.set(sessionId, session)
    const problem = await session.caughtUp
    if (problem !== null) throw problem
    return sessionId
  }

  async #findDefault(): Promise<string> {
    if (this.#current !== null) return this.#current
    const { items } = await this.#parts.hub.list({ limit: 500 })
    const live = items.filter((row) => row.live)
    const [only] = live
    if (live.length === 1 && only !== undefined) return only.sessionId
    throw new ServerError(
      'bad_request',
      `${live.length} sessions run, and this socket has spoken of none: say which with 'sessionId', or 'start' one.`,
    )
  }

  /** What a prompt is named by on the bridge is the call it is about. */
  async #find(named: string | undefined, id: string): Promise<{ sessionId: string; approval: Approval }> {
    const sessionId = await this.#attend(named)
    const { state } = await this.#parts.hub.open(sessionId)
    const approval = state.approvals.find(({ toolUseId, requestId }) => toolUseId === id || requestId === id)
    if (approval !== undefined) return { sessionId, approval }
    throw new ServerError(
      'already_resolved',
      `Nothing is asked under '${id}' in this session: it was answered, withdrawn, or never asked.`,
    )
  }

  async #decide(
    sessionId: string,
    { requestId }: Approval,
    decision: Omit<Extract<SessionCommand, { kind: 'decide' }>, 'kind' | 'sessionId' | 'request_id'>,
  ): Promise<void> {
    await this.#execute({ kind: 'decide', sessionId, request_id: requestId, ...decision })
  }

  async #execute(command: SessionCommand): Promise<void> {
    await this.#parts.execute(command, { caller: CALLER })
  }

  #sendOf(sessionId: string, message: SessionMessage): void {
    this.#send({ ...message, sessionId })
  }

  #send(message: BridgeMessage): void {
    this.#peer.send(JSON.stringify(message), () => {
      for (const session of this.#sessions.values()) session.pump()
    })
  }
}

function assertNoQuestion({ kind }: Approval): void {
  if (kind === 'question')
    throw new ServerError('bad_request', "This is a question: send 'answer', or 'reject' to skip it.")
}

function parseForm(result: string): ReturnType<typeof parseAnswer> {
  try {
    const input: unknown = JSON.parse(result)
    if (typeof input === 'object' && input !== null && !Array.isArray(input))
      return { kind: 'input', input: input as Record<string, unknown> }
  } catch {
    // Told below, together with JSON that is no object.
  }
  return { kind: 'wrong', problem: 'This is a form: send JSON with its fields.' }
}

function toTrustAdvice(message: ClientMessage): string {
  const folder = 'projectPath' in message ? `'${message.projectPath}'` : "The session's folder"
  return `${folder} is not trusted: Claude Code may run what a folder configures. Start a session there once from the page, where you can say that you trust it, and send this again.`
}

function toListed(row: SessionRow) {
  const { sessionId, projectPath, title, created, modified, model, pending, gitBranch, status } = row
  return {
    ...{ id: sessionId, sessionId, projectPath, title, model, gitBranch, pending },
    ...{ status: toBridgeStatus({ status } as Parameters<typeof toBridgeStatus>[0]) },
    ...{ createdAt: created, lastActivityAt: modified },
  }
}

function toRecent(row: SessionRow) {
  const { sessionId, projectPath, title, firstPrompt, messageCount, created, modified, gitBranch, live } = row
  return {
    sessionId,
    projectPath,
    summary: title,
    title,
    firstPrompt,
    messageCount,
    created,
    modified,
    gitBranch,
    live,
  }
}
