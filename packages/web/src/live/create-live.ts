import { Connection, type ConnectionOptions, PendingCommands } from '@quarterdeck/client'
import { type CommandResult, LIVE_PROTOCOL, type LiveFrame, type SessionCommand } from '@quarterdeck/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { newId } from '../new-id.ts'
import { applyFrame } from './apply-frame.ts'
import type { Clock } from './clock.ts'
import { initialLiveState, type LiveState, nothingYet } from './live-state.ts'
import { OlderMessages, type ReadOlder } from './older-messages.ts'
import { OpenedSessions } from './opened-sessions.ts'
import { Outgoing, type OutgoingStore } from './outgoing.ts'

export interface LiveOptions {
  clock: Clock
  connect: ConnectionOptions['connect']
  /** The page's own version. */
  page: string
  readOlder: ReadOlder
  outgoingStore: OutgoingStore
}

/** All that the page knows of the server, and its one way to it. */
export interface Live {
  store: StoreApi<LiveState>
  /** For what people say: it is kept, and shown, until the server has it. */
  outgoing: Outgoing
  /** Keeps a session open until the returned function is called, however many parts of the page want it. */
  openSession(sessionId: string): () => void
  /** Resolves when older messages are there, or when there are none: a page of them, or all up to one. */
  loadOlder(sessionId: string, wanted?: { until: string }): Promise<void>
  /** Resolves with the server's answer, also after breaks; rejects with a `ClientError`. The same id is done once. */
  give<C extends SessionCommand>(command: C, commandId?: string): Promise<CommandResult<C>>
  setVisible(isVisible: boolean): void
  /** The network is back, or the page is seen again. */
  wake(): void
  /** The network seems to be gone. */
  doubt(): void
  close(): void
}

export function createLive({ clock, connect, page, readOlder, outgoingStore }: LiveOptions): Live {
  const store = createStore<LiveState>(() => initialLiveState)
  let isVisible = true
  /** As the server was greeted with: what changed since could not be said before its welcome. */
  let greeted: { isVisible: boolean; sessionIds: ReadonlySet<string> } = { isVisible, sessionIds: new Set() }
  let frames: LiveFrame[] = []
  let undoFlush: (() => void) | null = null

  const connection = new Connection({
    clock,
    connect,
    greet() {
      greeted = { isVisible, sessionIds: sessions.ids }
      return { type: 'hello', protocol: LIVE_PROTOCOL, page, isVisible, sessions: sessions.toRequests() }
    },
    onFrame(frame) {
      frames.push(frame)
      // However much comes, the page is drawn once for it.
      undoFlush ??= clock.beforeNextFrame(flush)
    },
    onOnline() {
      sessions.catchUp(greeted.sessionIds)
      if (greeted.isVisible !== isVisible) connection.say({ type: 'visible', isVisible })
      commands.sendAgain()
    },
    onState: (state) => store.setState({ connection: state }),
    onProblem(problem) {
      const { code, message } = problem as { code?: unknown; message?: unknown }
      if (code === 'reload_needed') store.setState({ reload: String(message) })
    },
  })
  const sessions = new OpenedSessions({ say: (request) => connection.say(request) })
  const older = new OlderMessages({ clock, readOlder, onChange: () => publish({}) })
  const commands = new PendingCommands({
    say: (request) => connection.say(request),
    onOut: (id) => outgoing.noteOut(id),
  })
  const outgoing: Outgoing = new Outgoing({
    commands,
    store: outgoingStore,
    now: () => clock.now(),
    onChange: (messages) => store.setState({ outgoing: messages }),
  })
  outgoing.restore()

  function flush(): void {
    undoFlush = null
    const taken = frames
    frames = []
    let change: Partial<LiveState> = {}
    for (const frame of taken) {
      change = applyFrame(store.getState(), change, frame)
      if (frame.type === 'receipt') commands.take(frame)
      else applyToSession(frame)
    }
    publish(change)
    const last = taken.at(-1)?.frame
    if (last !== undefined) connection.say({ type: 'ack', frame: last })
  }

  /** Frames of a newer server are stepped over; those of a session that was closed meanwhile too. */
  function applyToSession(frame: LiveFrame): void {
    const session = 'sessionId' in frame && frame.sessionId !== undefined ? sessions.find(frame.sessionId) : undefined
    if (session === undefined || !('sessionId' in frame)) return
    session.take(frame)
    if (frame.type === 'caught_up') void older.readAgain(session)
  }

  /** One new picture of all that has changed. */
  function publish(change: Partial<LiveState>): void {
    const pictures = sessions.takePictures()
    const changed =
      pictures.length === 0
        ? change
        : { ...change, sessions: { ...store.getState().sessions, ...Object.fromEntries(pictures) } }
    if (Object.keys(changed).length > 0) store.setState(changed)
  }

  function closeSession(sessionId: string): void {
    if (!sessions.close(sessionId)) return
    const { [sessionId]: _, ...others } = store.getState().sessions
    store.setState({ sessions: others })
  }

  return {
    store,
    outgoing,
    openSession(sessionId) {
      if (sessions.open(sessionId))
        store.setState({ sessions: { ...store.getState().sessions, [sessionId]: nothingYet } })
      let isOpen = true
      return () => {
        if (isOpen) closeSession(sessionId)
        isOpen = false
      }
    },
    loadOlder(sessionId, wanted) {
      const find = () => (store.getState().sessions[sessionId]?.hasOlder ? sessions.find(sessionId) : undefined)
      return older.load(sessionId, find, wanted?.until)
    },
    give: (command, commandId = newId()) => commands.give(command, commandId),
    setVisible(isNowVisible) {
      if (isVisible === isNowVisible) return
      isVisible = isNowVisible
      connection.say({ type: 'visible', isVisible })
      if (isVisible) connection.wake()
    },
    wake: () => connection.wake(),
    doubt: () => connection.doubt(),
    close() {
      undoFlush?.()
      connection.close()
    },
  }
}
