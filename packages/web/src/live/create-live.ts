import { CommandOutbox, Connection, type ConnectionOptions } from '@quarterdeck/client'
import { type CommandResult, LIVE_PROTOCOL, type LiveFrame, type SessionCommand } from '@quarterdeck/contract'
import { getValue } from '@quarterdeck/transcript'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { newId } from '../new-id.ts'
import type { Clock } from './clock.ts'
import { applyListChange, initialLiveState, type LiveState, nothingYet } from './live-state.ts'
import { OpenedSession } from './open-session.ts'
import { Outgoing, type OutgoingStore } from './outgoing.ts'
import type { SessionFold } from './session-fold.ts'

type Raw = Readonly<Record<string, unknown>>

/** Messages, oldest first, and what to ask for the page before them; null at the beginning. */
export interface OlderPage {
  items: readonly Raw[]
  before: string | null
}

export interface LiveOptions {
  clock: Clock
  connect: ConnectionOptions['connect']
  /** The page's own version. */
  page: string
  /** Messages before one with this uuid, oldest first; without one, the newest. */
  readOlder: (sessionId: string, before: string | undefined, limit: number) => Promise<OlderPage>
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

/** What waits for a person is not kept back longer for what they were reading. */
const LONGEST_MS = 3000
/** As many messages as a page shows at first; more are loaded when somebody looks for them. */
const TAIL = 200
const OLDER = 100
/** On the way to one message, so many at a time. */
const MANY = 1000

export function createLive({ clock, connect, page, readOlder, outgoingStore }: LiveOptions): Live {
  const store = createStore<LiveState>(() => initialLiveState)
  const sessions = new Map<string, { session: OpenedSession; users: number }>()
  const loading = new Map<string, Promise<void>>()
  let isVisible = true
  /** What the server was told when the connection was made. */
  let greeted = { isVisible, sessionIds: new Set<string>() }
  let frames: LiveFrame[] = []
  let undoFlush: (() => void) | null = null

  const connection = new Connection({
    clock,
    connect,
    greet() {
      greeted = { isVisible, sessionIds: new Set(sessions.keys()) }
      const wanted = [...sessions.values()].map(({ session }) => session.toRequest())
      return { type: 'hello', protocol: LIVE_PROTOCOL, page, isVisible, sessions: wanted }
    },
    onFrame(frame) {
      frames.push(frame)
      flushSoon()
    },
    onOnline() {
      catchUp()
      outbox.sendAgain()
    },
    onState: (state) => store.setState({ connection: state }),
    onProblem(problem) {
      const { code, message } = problem as { code?: unknown; message?: unknown }
      if (code === 'reload_needed') store.setState({ reload: String(message) })
    },
  })
  const outbox = new CommandOutbox({ say: (request) => connection.say(request), onOut: (id) => outgoing.noteOut(id) })
  const outgoing: Outgoing = new Outgoing({
    outbox,
    store: outgoingStore,
    now: () => clock.now(),
    onChange: (messages) => store.setState({ outgoing: messages }),
  })
  outgoing.restore()

  /** What was wanted between the greeting and the welcome could not be said. */
  function catchUp(): void {
    for (const [sessionId, { session }] of sessions)
      if (!greeted.sessionIds.has(sessionId)) connection.say({ type: 'open', ...session.toRequest() })
    for (const sessionId of greeted.sessionIds)
      if (!sessions.has(sessionId)) connection.say({ type: 'close', sessionId })
    if (greeted.isVisible !== isVisible) connection.say({ type: 'visible', isVisible })
  }

  /** However much comes, the page is drawn once for it. */
  function flushSoon(): void {
    undoFlush ??= clock.beforeNextFrame(() => {
      undoFlush = null
      flush()
    })
  }

  function flush(): void {
    const taken = frames
    frames = []
    const change: Partial<LiveState> = {}
    for (const frame of taken) applyFrame(frame, change)
    publish(change)
    const last = taken.at(-1)?.frame
    if (last !== undefined) connection.say({ type: 'ack', frame: last })
  }

  function applyFrame(frame: LiveFrame, change: Partial<LiveState>): void {
    switch (frame.type) {
      case 'welcome':
        change.version = frame.version
        change.isDemo = frame.isDemo
        change.allows = frame.allows
        change.reload = null
        break
      case 'reload':
        change.reload = frame.message
        break
      case 'list':
        change.rows = frame.rows
        change.nextCursor = frame.nextCursor
        break
      case 'list_change':
        change.rows = applyListChange(change.rows ?? store.getState().rows ?? [], frame)
        break
      case 'inbox':
        change.inbox = frame.items
        break
      case 'receipt':
        outbox.take(frame)
        break
      case 'beat':
        break
      default:
        // Frames of a newer server are stepped over; those of a session that was closed meanwhile too.
        if (frame.sessionId !== undefined) sessions.get(frame.sessionId)?.session.take(frame)
        if (frame.type === 'caught_up') void readAgain(frame.sessionId)
    }
  }

  /** One new picture of all that has changed. */
  function publish(change: Partial<LiveState>): void {
    const views = [...sessions.values()].flatMap(({ session }) => {
      const view = session.takeView()
      return view === null ? [] : [[session.sessionId, view] as const]
    })
    if (views.length > 0) change.sessions = { ...store.getState().sessions, ...Object.fromEntries(views) }
    if (Object.keys(change).length > 0) store.setState(change)
  }

  function closeSession(sessionId: string): void {
    const entry = sessions.get(sessionId)
    if (entry === undefined) return
    entry.users -= 1
    if (entry.users > 0) return
    sessions.delete(sessionId)
    connection.say({ type: 'close', sessionId })
    const { [sessionId]: _, ...others } = store.getState().sessions
    store.setState({ sessions: others })
  }

  const pause = () => new Promise<void>((resolve) => clock.beforeNextFrame(resolve))

  async function readOlderTo(session: OpenedSession, until: string): Promise<OlderPage> {
    const pages: (readonly Raw[])[] = []
    for (let before = session.fold.findOldest(); ; ) {
      const page = await readOlder(session.sessionId, before, MANY)
      pages.unshift(page.items)
      const isThere = page.items.some(({ uuid }) => uuid === until)
      if (isThere || page.before === null) return { items: pages.flat(), before: page.before }
      before = page.before
    }
  }

  /** A page that shows something: of lines of agents alone, whose call stands further back, nothing is to be seen. */
  async function readOlderPage(session: OpenedSession): Promise<OlderPage> {
    const pages: (readonly Raw[])[] = []
    let before = session.fold.findOldest()
    for (let limit = OLDER; ; limit = Math.min(MANY, limit * 2)) {
      const page = await readOlder(session.sessionId, before, limit)
      pages.unshift(page.items)
      if (page.before === null || page.items.some(isOfMain)) return { items: pages.flat(), before: page.before }
      before = page.before
    }
  }

  async function loadOlder(session: OpenedSession, until: string | undefined): Promise<void> {
    const { fold } = session
    session.change({ isLoadingOlder: true })
    publish({})
    try {
      const older = await (until === undefined ? readOlderPage(session) : readOlderTo(session, until))
      // It may have begun anew meanwhile: then these are not what came before.
      if (session.fold !== fold) return
      await fold.prepend(older.items, pause)
      if (session.fold === fold) session.change({ hasOlder: older.before !== null })
    } finally {
      session.change({ isLoadingOlder: false })
      publish({})
    }
  }

  /** Whoever reads far back goes on reading there when the session begins anew, which it does with its newest messages. */
  async function readAgain(sessionId: string): Promise<void> {
    const session = sessions.get(sessionId)?.session
    if (session?.lost === undefined) return
    const { fold } = session
    const takeBack = clock.after(LONGEST_MS, () => showAnew(session, fold))
    while (loading.has(sessionId)) await loading.get(sessionId)
    if (session.lost !== undefined) await load(sessionId, () => readAgainTo(session, session.lost as string))
    takeBack()
  }

  function showAnew(session: OpenedSession, fold: SessionFold): void {
    if (session.fold === fold) session.showAnew()
    publish({})
  }

  async function readAgainTo(session: OpenedSession, lost: string): Promise<void> {
    const { fold, sessionId } = session
    try {
      if (getValue(fold.state.lines, lost) !== undefined) return
      // A conversation that does not have it any more is not read to its beginning.
      await readOlder(sessionId, lost, 1)
      const { items, before } = await readOlderTo(session, lost)
      const at = items.findIndex(({ uuid }) => uuid === lost)
      if (at === -1 || session.fold !== fold) return
      await fold.prepend(items.slice(at), pause)
      if (session.fold === fold) session.change({ hasOlder: at > 0 || before !== null })
    } catch {
      // The newest are there, and what came before can be asked for.
    } finally {
      showAnew(session, fold)
    }
  }

  /** One at a time: each goes on from where the one before has come to. */
  async function load(sessionId: string, work: () => Promise<void>): Promise<void> {
    const done = work().finally(() => loading.delete(sessionId))
    loading.set(
      sessionId,
      done.catch(() => undefined),
    )
    await done
  }

  return {
    store,
    outgoing,
    openSession(sessionId) {
      const known = sessions.get(sessionId)
      if (known !== undefined) known.users += 1
      else {
        const session = new OpenedSession(sessionId, TAIL)
        sessions.set(sessionId, { session, users: 1 })
        store.setState({ sessions: { ...store.getState().sessions, [sessionId]: nothingYet } })
        connection.say({ type: 'open', ...session.toRequest() })
      }
      let isOpen = true
      return () => {
        if (isOpen) closeSession(sessionId)
        isOpen = false
      }
    },
    async loadOlder(sessionId, wanted) {
      // A page that is on its way is the next one for all. Who looks for a message looks on from there.
      if (wanted === undefined && loading.has(sessionId)) return loading.get(sessionId)
      while (loading.has(sessionId)) await loading.get(sessionId)
      const session = sessions.get(sessionId)?.session
      const { hasOlder } = store.getState().sessions[sessionId] ?? nothingYet
      if (session === undefined || !hasOlder) return
      await load(sessionId, () => loadOlder(session, wanted?.until))
    },
    give: (command, commandId = newId()) => outbox.give(command, commandId),
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

/** Said in the conversation itself, and not in that of an agent. */
function isOfMain({ type, parent_tool_use_id: call, isSidechain }: Raw): boolean {
  return (type === 'user' || type === 'assistant') && (call ?? null) === null && isSidechain !== true
}
