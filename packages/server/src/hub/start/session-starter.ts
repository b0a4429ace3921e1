import { randomUUID } from 'node:crypto'
import { basename, dirname } from 'node:path'
import type { Archive } from '@quarterdeck/archive'
import { isProjectFolder, type SessionOptions } from '@quarterdeck/driver'
import { toControlRequest } from '@quarterdeck/protocol'
import { ServerError } from '../../server-error.ts'
import type { StartOrder } from '../commands/commandable.ts'
import { findMessage } from '../commands/find-message.ts'
import { countHistory } from '../live/count-history.ts'
import type { LiveSession } from '../live/live-session.ts'
import type { LiveSessions } from '../live/live-sessions.ts'
import type { SessionFolders, SessionInfo } from '../live/session-folders.ts'
import { whenWritten } from '../live/when-written.ts'
import { isFolder } from '../rows/session-rows.ts'
import type { Holders } from './holders.ts'
import { toHeldElsewhere } from './to-held-elsewhere.ts'
import type { TrustedFolders } from './trusted-folders.ts'

export interface StarterOptions {
  archive: Archive
  folders: SessionFolders
  live: LiveSessions
  holders: Holders
  trusted: TrustedFolders
  isStopping: () => boolean
}

/** Starts, resumes, continues and forks sessions. */
export class SessionStarter {
  readonly #options: StarterOptions

  constructor(options: StarterOptions) {
    this.#options = options
  }

  async start(order: StartOrder): Promise<LiveSession> {
    const { request, commandId, by } = order
    const { fork, force = false, prompt } = request
    const { live, folders } = this.#options
    const target = await this.#findTarget(order)
    const isNew = target === null || fork !== undefined
    const again = isNew && folders.has(order.sessionId) ? await live.open(order.sessionId) : null
    const session = again ?? (isNew ? await this.#begin(order, target) : await this.#goOn(order, target))
    try {
      await session.start({ force })
    } catch (error) {
      if (isNew && session.kept.epoch === '') live.discard(session)
      throw error
    }
    if (prompt !== undefined) await session.send(prompt, { commandId: `${commandId}:prompt`, by, force })
    return session
  }

  /** Throws when a session may not be started now; else makes room for it, and notes where its log begins. */
  async prepare(session: LiveSession, { force }: { force: boolean }): Promise<SessionInfo> {
    const { isStopping, trusted, live, folders } = this.#options
    const { cwd, info } = session
    if (isStopping()) throw new ServerError('stopping', 'The server is stopping. Start it again first.')
    trusted.assertTrusted(cwd)
    if (!isFolder(cwd))
      throw new ServerError('bad_request', `The folder '${cwd}' is gone. Put it back, or start in another.`)
    if (!force) await this.#assertFree(session)
    await this.#putBack(session)
    await live.makeRoom(session)
    if (session.kept.epoch !== '') return info
    const begun: SessionInfo = { ...info, begun: new Date().toISOString(), history: await this.#readHistory(info) }
    folders.write(begun)
    return begun
  }

  /** The session to go on with, or to copy; null for a new one. */
  async #findTarget({ request }: StartOrder): Promise<string | null> {
    const { archive, live, folders } = this.#options
    const { resume, continue: goesOn, cwd, fork } = request
    if (resume !== undefined && goesOn)
      throw new ServerError('bad_request', 'Both resume and continue were sent. Choose one of them.')
    if (resume !== undefined) {
      if (live.find(resume) === null && !folders.has(resume) && !archive.has(resume)) archive.lookAt(resume)
      if (live.find(resume) === null && !folders.has(resume) && !archive.has(resume))
        throw new ServerError('not_found', `There is no session '${resume}'.`)
      return resume
    }
    if (goesOn) return this.#findNewest(cwd)
    if (fork !== undefined)
      throw new ServerError('bad_request', 'There is nothing to fork. Name a session with resume.')
    return null
  }

  async #findNewest(cwd: string): Promise<string> {
    const { archive, live } = this.#options
    const where = ({ isSidechain }: { isSidechain: boolean }) => !isSidechain
    const { items } = await archive.listSessions({ project: cwd, limit: 1, where })
    const here = live.list().filter((session) => session.cwd === cwd)
    const candidates = [
      ...items.map(({ sessionId, modified }) => ({ sessionId, modified })),
      ...here.map(({ sessionId, lastAt }) => ({ sessionId, modified: lastAt })),
    ]
    const newest = candidates.sort((one, other) => (one.modified > other.modified ? -1 : 1))[0]
    if (newest === undefined)
      throw new ServerError('not_found', `There is no session in '${cwd}' to continue. Start a new one.`)
    return newest.sessionId
  }

  async #begin({ request, options, sessionId }: StartOrder, origin: string | null): Promise<LiveSession> {
    const created = new Date().toISOString()
    const { resume: _, continue: __, fork: ___, ...rest } = options
    if (origin === null) return this.#options.live.create({ sessionId, created, options: rest })
    const { archive, live } = this.#options
    const running = live.find(origin)
    if (running?.hasProcess) await whenWritten(archive, running)
    const fork = request.fork ?? true
    // The transcript that was named, and not what the session has become since.
    const named = archive.has(origin) ? origin : (running?.ids.findLast((id) => archive.has(id)) ?? null)
    if (named === null)
      throw new ServerError('bad_request', `Session '${origin}' has no messages yet: there is nothing to fork.`)
    const from = fork === true ? named : await this.#findWith(fork.at, named)
    this.#assertFolder(from, request.cwd)
    const forkedFrom = { sessionId: from, messageUuid: fork === true ? null : fork.at }
    return live.create({ sessionId, created, options: { ...rest, resume: from, fork }, forkedFrom })
  }

  /** Of all transcripts that the session has had, the one that the message stands in: on our page they are one conversation. */
  async #findWith(uuid: string, named: string): Promise<string> {
    const { archive, live, folders } = this.#options
    const ids = live.find(named)?.ids ?? folders.idsOf(named)
    for (const id of [named, ...ids.toReversed()])
      if (archive.has(id) && (await findMessage(archive, id, uuid)) !== null) return id
    return named
  }

  async #goOn({ request, options }: StartOrder, target: string): Promise<LiveSession> {
    const { live, archive } = this.#options
    const session = await live.open(target)
    if (session === null) throw new ServerError('not_found', `There is no session '${target}'.`)
    if (session.isLive || session.isStarting || session.kept.epoch !== '') {
      if (session.cwd !== request.cwd) throw wrongFolder(session.sessionId, session.cwd)
      if (session.isLive) await setLive(session, options)
    } else if (archive.has(target)) this.#assertFolder(target, request.cwd)
    session.adopt({ ...options, cwd: request.cwd })
    return session
  }

  /** The CLI looks for a session among those of the folder it is started in. */
  #assertFolder(sessionId: string, cwd: string): void {
    const summary = this.#options.archive.findSession(sessionId)
    if (summary === null || isProjectFolder(basename(dirname(summary.path)), cwd)) return
    throw wrongFolder(sessionId, summary.projectPath ?? '')
  }

  async #assertFree({ ids, kept, info }: LiveSession): Promise<void> {
    // A fork only reads.
    if (info.options.fork !== undefined && !kept.facts.hasTranscript) return
    const sessionId = ids.at(-1) ?? info.sessionId
    const holder = await this.#options.holders.find(sessionId)
    // One that was ours before is not taken for another's because a CLI merely runs in its folder.
    if (holder === null || (kept.epoch !== '' && !holder.isCertain)) return
    throw toHeldElsewhere(sessionId, holder, 'End it there first, or send force: true to take it over.')
  }

  /** What the CLI's clean-up has taken, it can go on with once our copy lies in its place. */
  async #putBack({ ids, info }: LiveSession): Promise<void> {
    const { archive } = this.#options
    const { resume } = info.options
    for (const id of new Set([...ids, ...(resume === undefined ? [] : [resume])])) {
      const failed = await archive.putBack(id)
      if (failed === null) continue
      throw new ServerError(
        'storage',
        `The CLI has deleted session '${id}', and its copy cannot be put back: ${failed.reason}.`,
      )
    }
  }

  async #readHistory({ options }: SessionInfo) {
    const { resume, fork } = options
    if (resume === undefined) return null
    return countHistory(this.#options.archive, resume, typeof fork === 'object' ? fork.at : undefined)
  }
}

/** What a running process can be told: the rest holds from its next start on. */
async function setLive(session: LiveSession, { model, permissionMode }: SessionOptions): Promise<void> {
  const requests = [
    ...(model === undefined ? [] : [{ subtype: 'set_model' as const, model }]),
    ...(permissionMode === undefined ? [] : [{ subtype: 'set_permission_mode' as const, mode: permissionMode }]),
  ]
  for (const request of requests) {
    const message = toControlRequest(randomUUID(), request)
    await session.kept.command({ commandId: randomUUID(), command: { kind: 'request', message } })
  }
}

function wrongFolder(sessionId: string, folder: string): ServerError {
  return new ServerError(
    'bad_request',
    `Session '${sessionId}' belongs to the folder '${folder}'. Send that as cwd to go on with it.`,
    { details: { cwd: folder } },
  )
}
