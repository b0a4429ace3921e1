import { getValue } from '@quarterdeck/transcript'
import type { Clock } from './clock.ts'
import type { OpenedSession } from './opened-session.ts'
import type { SessionFold } from './session-fold.ts'

type Raw = Readonly<Record<string, unknown>>

/** Messages, oldest first, and the cursor of the page before them; null at the beginning. */
export interface OlderPage {
  items: readonly Raw[]
  before: string | null
}

/** Reads messages before one with this uuid, oldest first; without one, the newest. */
export type ReadOlder = (sessionId: string, before: string | undefined, limit: number) => Promise<OlderPage>

interface Options {
  clock: Clock
  readOlder: ReadOlder
  /** The session has changed, and is to be drawn. */
  onChange: () => void
}

/** An approval that waits is not kept back longer than this by reading older messages again. */
const LONGEST_MS = 3000
const OLDER = 100
/** On the way to one message, so many at a time. */
const MANY = 1000

/** Loads the messages before those that an opened session begins with, one load of a session at a time. */
export class OlderMessages {
  readonly #options: Options
  readonly #loading = new Map<string, Promise<void>>()

  constructor(options: Options) {
    this.#options = options
  }

  /** A page of them, or all up to one. `find` gives the session, if it is open by then and has older messages. */
  async load(sessionId: string, find: () => OpenedSession | undefined, until: string | undefined): Promise<void> {
    // A page that is on its way is the next one for all. Who looks for a message looks on from there.
    if (until === undefined && this.#loading.has(sessionId)) return this.#loading.get(sessionId)
    while (this.#loading.has(sessionId)) await this.#loading.get(sessionId)
    const session = find()
    if (session === undefined) return
    await this.#run(sessionId, () => this.#load(session, until))
  }

  /** A reader far back stays there when the session begins anew, which it does with its newest messages. */
  async readAgain(session: OpenedSession): Promise<void> {
    if (session.lost === undefined) return
    const { fold, sessionId } = session
    const takeBack = this.#options.clock.after(LONGEST_MS, () => this.#showAnew(session, fold))
    while (this.#loading.has(sessionId)) await this.#loading.get(sessionId)
    const { lost } = session
    if (lost !== undefined) await this.#run(sessionId, () => this.#readAgainTo(session, lost))
    takeBack()
  }

  /** Each load goes on from where the one before has come to. */
  async #run(sessionId: string, work: () => Promise<void>): Promise<void> {
    const done = work().finally(() => this.#loading.delete(sessionId))
    this.#loading.set(
      sessionId,
      done.catch(() => undefined),
    )
    await done
  }

  async #load(session: OpenedSession, until: string | undefined): Promise<void> {
    const { fold } = session
    session.change({ isLoadingOlder: true })
    this.#options.onChange()
    try {
      const older = await (until === undefined ? this.#readPage(session) : this.#readTo(session, until))
      // The session may have begun anew meanwhile: then these are not what came before.
      if (session.fold !== fold) return
      await fold.prepend(older.items, this.#pause)
      if (session.fold === fold) session.change({ hasOlder: older.before !== null })
    } finally {
      session.change({ isLoadingOlder: false })
      this.#options.onChange()
    }
  }

  async #readTo(session: OpenedSession, until: string): Promise<OlderPage> {
    const pages: (readonly Raw[])[] = []
    for (let before = session.fold.findOldest(); ; ) {
      const page = await this.#options.readOlder(session.sessionId, before, MANY)
      pages.unshift(page.items)
      const isThere = page.items.some(({ uuid }) => uuid === until)
      if (isThere || page.before === null) return { items: pages.flat(), before: page.before }
      before = page.before
    }
  }

  /** A page that shows something: lines of agents alone, whose call stands further back, draw nothing. */
  async #readPage(session: OpenedSession): Promise<OlderPage> {
    const pages: (readonly Raw[])[] = []
    let before = session.fold.findOldest()
    for (let limit = OLDER; ; limit = Math.min(MANY, limit * 2)) {
      const page = await this.#options.readOlder(session.sessionId, before, limit)
      pages.unshift(page.items)
      if (page.before === null || page.items.some(isOfMain)) return { items: pages.flat(), before: page.before }
      before = page.before
    }
  }

  async #readAgainTo(session: OpenedSession, lost: string): Promise<void> {
    const { fold, sessionId } = session
    try {
      if (getValue(fold.state.lines, lost) !== undefined) return
      // A conversation that does not have the message any more is not read to its beginning.
      await this.#options.readOlder(sessionId, lost, 1)
      const { items, before } = await this.#readTo(session, lost)
      const at = items.findIndex(({ uuid }) => uuid === lost)
      if (at === -1 || session.fold !== fold) return
      await fold.prepend(items.slice(at), this.#pause)
      if (session.fold === fold) session.change({ hasOlder: at > 0 || before !== null })
    } catch {
      // The newest are there, and older ones can be asked for.
    } finally {
      this.#showAnew(session, fold)
    }
  }

  #showAnew(session: OpenedSession, fold: SessionFold): void {
    if (session.fold === fold) session.showAnew()
    this.#options.onChange()
  }

  #pause = () => new Promise<void>((resolve) => this.#options.clock.beforeNextFrame(resolve))
}

/** A message of the person's own conversation with Claude, and not of an agent's. */
function isOfMain({ type, parent_tool_use_id: call, isSidechain }: Raw): boolean {
  return (type === 'user' || type === 'assistant') && (call ?? null) === null && isSidechain !== true
}
