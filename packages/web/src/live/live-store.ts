import type { InboxItem, LiveFrame, SessionCommand, SessionRow } from '@quarterdeck/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Connection, LiveClient } from './live-client.ts'
import { emptyPicture, SessionFeed, type SessionFrame, type SessionPicture } from './session-feed.ts'
import type { LiveEnvironment } from './socket.ts'

/** All that the page knows of the server, as it is now. */
export interface LiveState {
  connection: Connection
  isDemo: boolean
  /** The server is another than the one the page came from. */
  hasUpdate: boolean
  /** Null until the first list has come. */
  list: readonly SessionRow[] | null
  inbox: readonly InboxItem[]
  sessions: Readonly<Record<string, SessionPicture>>
}

interface OlderPage {
  items: Record<string, unknown>[]
  before: string | null
}

export interface LiveStoreOptions {
  environment: LiveEnvironment
  /** Messages of a session before one of them. */
  readOlder: (sessionId: string, before: string) => Promise<OlderPage>
}

export interface LiveStore {
  state: StoreApi<LiveState>
  start(): () => void
  setVisible(isVisible: boolean): void
  command(command: SessionCommand): Promise<unknown>
  /** Follows a session until the returned function is called. */
  open(sessionId: string): () => void
  loadOlder(sessionId: string): void
  showEverything(sessionId: string, everything: boolean): void
}

/** The page's end of `/api/live`. Pictures are made at most once a frame, however much is told. */
export function createLiveStore({ environment, readOlder }: LiveStoreOptions): LiveStore {
  const state = createStore<LiveState>(() => ({
    connection: 'connecting',
    isDemo: false,
    hasUpdate: false,
    list: null,
    inbox: [],
    sessions: {},
  }))
  const feeds = new Map<string, { feed: SessionFeed; users: number }>()
  const changed = new Set<string>()
  let version: string | null = null

  const client = new LiveClient(environment, {
    onConnection: (connection) => state.setState({ connection }),
    toCursors: () => [...feeds.values()].map(({ feed }) => feed.cursor),
    onFrame: hear,
  })

  function hear(frame: LiveFrame): void {
    switch (frame.type) {
      case 'welcome':
        state.setState({ isDemo: frame.isDemo, hasUpdate: version !== null && version !== frame.version })
        version ??= frame.version
        break
      case 'list':
        state.setState({ list: frame.rows })
        break
      case 'list_change':
        state.setState(({ list }) => ({ list: applyListChange(list ?? [], frame.changed, frame.gone) }))
        break
      case 'inbox':
        state.setState({ inbox: frame.items })
        break
      default:
        if ('sessionId' in frame && frame.sessionId !== undefined)
          hearSession(frame as SessionFrame & { sessionId: string })
    }
  }

  function hearSession(frame: SessionFrame & { sessionId: string }): void {
    feeds.get(frame.sessionId)?.feed.hear(frame)
    drawSoon(frame.sessionId)
  }

  function drawSoon(sessionId: string): void {
    if (changed.size === 0) environment.schedule(draw)
    changed.add(sessionId)
  }

  function draw(): void {
    const ids = [...changed]
    changed.clear()
    const drawn = ids.flatMap((id) => {
      const feed = feeds.get(id)?.feed
      return feed === undefined ? [] : [[id, feed.draw()] as const]
    })
    state.setState(({ sessions }) => ({ sessions: { ...sessions, ...Object.fromEntries(drawn) } }))
  }

  function open(sessionId: string): () => void {
    const known = feeds.get(sessionId)
    if (known === undefined) {
      const feed = new SessionFeed(sessionId)
      feeds.set(sessionId, { feed, users: 1 })
      client.open(feed.cursor)
    } else known.users += 1
    let isOpen = true
    return () => {
      if (isOpen) leave(sessionId)
      isOpen = false
    }
  }

  function leave(sessionId: string): void {
    const known = feeds.get(sessionId)
    if (known === undefined || --known.users > 0) return
    feeds.delete(sessionId)
    client.close(sessionId)
    state.setState(({ sessions: { [sessionId]: _, ...sessions } }) => ({ sessions }))
  }

  function loadOlder(sessionId: string): void {
    const feed = feeds.get(sessionId)?.feed
    const before = feed?.oldest ?? null
    if (feed === undefined || before === null || !feed.picture.hasOlder || feed.picture.isLoadingOlder) return
    feed.setLoadingOlder(true)
    readOlder(sessionId, before)
      .then(
        ({ items, before: next }) => feed.prepend(items, next !== null && items.length > 0),
        // Scrolling there again asks again.
        () => feed.setLoadingOlder(false),
      )
      .finally(() => drawSoon(sessionId))
    drawSoon(sessionId)
  }

  return {
    state,
    start() {
      client.start()
      return () => client.end()
    },
    setVisible: (isVisible) => client.setVisible(isVisible),
    command: (command) => client.command(command),
    open,
    loadOlder,
    showEverything(sessionId, everything) {
      feeds.get(sessionId)?.feed.showEverything(everything)
      drawSoon(sessionId)
    },
  }
}

/** The picture of a session; an empty one until it is there. */
export function toPicture(state: LiveState, sessionId: string): SessionPicture {
  return state.sessions[sessionId] ?? emptyPicture
}

/** Rows that have changed take the place of the old ones; the newest come first. */
export function applyListChange(
  list: readonly SessionRow[],
  changed: readonly SessionRow[],
  gone: readonly string[],
): SessionRow[] {
  const ids = new Set([...gone, ...changed.map((row) => row.sessionId)])
  return [...list.filter((row) => !ids.has(row.sessionId)), ...changed].sort((one, other) =>
    other.modified.localeCompare(one.modified),
  )
}
