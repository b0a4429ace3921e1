import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type InboxItem, type SessionCommand, type SessionRow, SOCKET_PROTOCOL } from '@quarterdeck/contract'
import { type KeptSession, type LinkEvent, MemoryLog } from '@quarterdeck/driver'
import { WebSocket } from 'ws'
import type { Gate } from '../gate/gate.ts'
import { createSocketDoor } from '../http/app/socket-door.ts'
import type { Execute } from '../hub/commands/execute.ts'
import type { LogHistory, SessionSource } from '../hub/live/session-log.ts'
import { ServerError } from '../server-error.ts'
import { openSockets, type SocketParts, type Sockets } from './open-sockets.ts'

type Raw = Readonly<Record<string, unknown>>

/** A session with a log in memory, in the place of one with a keeper. */
export class LoggedSession {
  readonly sessionId: string
  readonly history: LogHistory | null
  log = new MemoryLog()
  problem: string | null = null
  readonly #listeners = new Set<(event: LinkEvent) => void>()

  constructor(sessionId: string, history: LogHistory | null = null) {
    this.sessionId = sessionId
    this.history = history
  }

  get epoch(): string {
    return this.log.epoch
  }

  get lastSeq(): number {
    return this.log.lastSeq
  }

  readAfter(seq: number, maxCharacters: number): string[] {
    return this.log.readAfter(seq, maxCharacters)
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  say(from: 'cli' | 'host' | 'keeper', ...messages: readonly Raw[]): void {
    const entries = messages.map((message) => ({ from, json: JSON.stringify(message), message }))
    for (const [index, { seq, at, line }] of this.log.append(entries).entries())
      this.tell({ kind: 'record', record: { seq, at, from, message: messages[index] }, line })
  }

  tell(event: LinkEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/** What the sockets need of the rest of the server, on a real port. */
export class SocketStage {
  readonly sessions = new Map<string, LoggedSession>()
  readonly done: { command: SessionCommand; commandId: string | undefined }[] = []
  readonly watched: string[] = []
  execute: Execute = async () => ({})
  rows: SessionRow[] = []
  inbox: InboxItem[] = []
  facts: Raw = {}
  isPartial = false
  readonly changed = new Set<(changes: { changed: SessionRow[]; gone: string[] }) => void>()
  readonly inboxChanged = new Set<(items: InboxItem[]) => void>()
  readonly exchanged = new Set<(sessionId: string) => void>()
  readonly recorded = new Set<string>()
  readonly #server: Server
  readonly sockets: Sockets

  private constructor(server: Server, { archive = null, limits = {} }: Partial<SocketParts>) {
    this.#server = server
    this.sockets = openSockets({
      hub: this,
      archive,
      execute: (command, given) => {
        this.done.push({ command, commandId: given.commandId })
        return this.execute(command, given)
      },
      version: '1.2.3',
      isDemo: false,
      allows: { bypass: false, config: false },
      limits,
    })
    server.on('upgrade', createSocketDoor({ sockets: this.sockets.routes, gate: OPEN, basePath: '' }))
  }

  static async open(parts: Partial<SocketParts> = {}): Promise<SocketStage> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new SocketStage(server, parts)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  add(sessionId: string, history: LogHistory | null = null): LoggedSession {
    const session = new LoggedSession(sessionId, history)
    this.sessions.set(sessionId, session)
    return session
  }

  connect(path: string): SocketClient {
    return new SocketClient(`ws://127.0.0.1:${this.port}${path}`)
  }

  async openSource(id: string): Promise<SessionSource> {
    const session = this.sessions.get(id)
    if (session !== undefined) {
      const kept = session as unknown as KeptSession
      return { kind: 'log', sessionId: id, ids: [id], history: session.history, kept }
    }
    if (this.recorded.has(id)) return { kind: 'transcript', sessionId: id, ids: [id] }
    throw new ServerError('not_found', `There is no session '${id}'.`)
  }

  onSourceChange(listener: (sessionId: string) => void): () => void {
    this.exchanged.add(listener)
    return () => this.exchanged.delete(listener)
  }

  watch(id: string): () => void {
    this.watched.push(id)
    return () => this.watched.splice(this.watched.indexOf(id), 1)
  }

  async list() {
    return { items: this.rows, nextCursor: null }
  }

  onListChange(listener: (changes: { changed: SessionRow[]; gone: string[] }) => void): () => void {
    this.changed.add(listener)
    return () => this.changed.delete(listener)
  }

  listInbox(): InboxItem[] {
    return this.inbox
  }

  onInboxChange(listener: (items: InboxItem[]) => void): () => void {
    this.inboxChanged.add(listener)
    return () => this.inboxChanged.delete(listener)
  }

  onMore: () => void = () => undefined

  async describe(_id: string, onMore: () => void) {
    this.onMore = onMore
    return { facts: this.facts, isPartial: this.isPartial }
  }

  async close(): Promise<void> {
    await this.sockets.close()
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

const OPEN: Gate = { check: () => ({ kind: 'program' }), onRevoked: () => () => undefined }

/** A client that keeps what it was told. */
export class SocketClient {
  readonly socket: WebSocket
  readonly frames: Raw[] = []
  /** How it was closed, or refused. */
  readonly closed: Promise<{ code: number; reason: string }>
  #wake: () => void = () => undefined

  constructor(address: string) {
    this.socket = new WebSocket(address, [SOCKET_PROTOCOL])
    this.socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)))
      this.#wake()
    })
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
      this.socket.on('unexpected-response', (_, response) => resolve({ code: response.statusCode ?? 0, reason: '' }))
    })
    this.socket.on('error', () => undefined)
  }

  async say(frame: unknown): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING)
      await new Promise<void>((resolve) => this.socket.once('open', () => resolve()))
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** The first frame that is so, once it is there. */
  async find(isIt: (frame: Raw) => boolean): Promise<Raw> {
    for (;;) {
      const found = this.frames.find(isIt)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  close(): void {
    this.socket.close()
  }
}
