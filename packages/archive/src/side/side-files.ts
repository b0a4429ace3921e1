import { basename, dirname } from 'node:path'
import { badCursor } from '../bad-cursor.ts'
import { checkLimit } from '../check-limit.ts'
import type { TailText } from '../read-tail.ts'
import type { NotOpened } from '../safe-open.ts'
import { type FoundCommands, findCommands } from './commands/find-commands.ts'
import { readDebugLog } from './debug/debug-logs.ts'
import { diffVersions, type VersionDiff } from './file-history/diff-versions.ts'
import type { FileVersion } from './file-history/file-version.ts'
import { findLastTouch, type Touch } from './file-history/find-last-touch.ts'
import { listFileVersions } from './file-history/list-file-versions.ts'
import { readFileVersion, type VersionContent } from './file-history/read-file-version.ts'
import { listPlans, type Plan, readPlan } from './plans/list-plans.ts'
import { mergePrompts } from './prompts/merge-prompts.ts'
import type { Prompt } from './prompts/prompt.ts'
import { readPaste } from './prompts/read-paste.ts'
import { type PromptsAsked, readPrompts } from './prompts/read-prompts.ts'
import { readSettings, type Settings } from './settings/read-settings.ts'
import { toTranscriptLines } from './to-transcript-lines.ts'
import { readTodos } from './todos/read-todos.ts'
import type { TodoList } from './todos/todo-list.ts'
import { isOfFiles, isOfPath, isOfTodos } from './wanted-lines.ts'
import { findRestorePlace, type RestorePlace } from './writes/find-restore-place.ts'
import type { Refuse, Refused } from './writes/find-target.ts'
import type { RestoreOutcome } from './writes/restore-file.ts'
import { restoreVersion, type VersionRestore } from './writes/restore-version.ts'

/** Where a session lies, and how it is read. */
export interface SideSession {
  root: string
  sessionId: string
  projectPath: string | null
  stream(): AsyncIterable<Buffer>
}

export interface RestorePlaceAsked {
  /** Where to; by default where the version was. */
  to?: string | undefined
  /** By default the folder that the transcript names. */
  project?: string | undefined
  refuse?: Refuse | undefined
}

export interface RestoreRequest extends RestorePlaceAsked, VersionRestore {}

export interface PromptsFound {
  /** Newest first. */
  items: Prompt[]
  nextCursor: string | null
}

/** What stands beside the transcripts, of a session or of all directories. Null where there is no such session. */
export class SideFiles {
  readonly #directories: readonly string[]
  /** Files of prompts; what two of them have, the first is believed. */
  readonly #histories: readonly { root: string; name: string }[]
  readonly #find: (sessionId: string) => SideSession | null
  readonly #listSessions: () => { sessionId: string; modifiedMs: number }[]
  readonly #planWriters: () => ReadonlyMap<string, string[]>

  constructor(options: {
    directories: readonly string[]
    find: (sessionId: string) => SideSession | null
    listSessions: () => { sessionId: string; modifiedMs: number }[]
    planWriters: () => ReadonlyMap<string, string[]>
    ownPrompts?: string | undefined
  }) {
    this.#directories = options.directories
    this.#histories = [
      ...options.directories.map((root) => ({ root, name: 'history.jsonl' })),
      ...(options.ownPrompts === undefined
        ? []
        : [{ root: dirname(options.ownPrompts), name: basename(options.ownPrompts) }]),
    ]
    this.#find = options.find
    this.#listSessions = options.listSessions
    this.#planWriters = options.planWriters
  }

  async readTodos(sessionId: string): Promise<TodoList[] | null> {
    const session = this.#find(sessionId)
    return session && readTodos(session.root, session.sessionId, toTranscriptLines(session.stream(), isOfTodos()))
  }

  async listFileVersions(sessionId: string): Promise<FileVersion[] | null> {
    const session = this.#find(sessionId)
    return session && listFileVersions(session.root, session.sessionId, toFileLines(session))
  }

  async readFileVersion(sessionId: string, name: string): Promise<VersionContent | null> {
    const session = this.#find(sessionId)
    return session && readFileVersion(session.root, session.sessionId, name, toFileLines(session))
  }

  /** Which session changed a file last, by its absolute path. Goes through the sessions, newest first, until one has; null where none did. */
  findLastTouch(path: string): Promise<Touch | null> {
    const sessions = this.#listSessions().map(({ sessionId, modifiedMs }) => ({
      sessionId,
      modifiedMs,
      readLines: () => {
        const session = this.#find(sessionId)
        return session === null ? [] : toTranscriptLines(session.stream(), isOfPath(path))
      },
    }))
    return findLastTouch(path, sessions)
  }

  /** From one version to another, by their names. */
  async diffFileVersions(sessionId: string, from: string, to: string): Promise<VersionDiff | NotOpened | null> {
    const versions = await this.listFileVersions(sessionId)
    if (versions === null) return null
    const sides = await Promise.all(
      [from, to].map(async (name) => ({ name, content: await this.readFileVersion(sessionId, name) })),
    )
    const [before, after] = sides.map(({ name, content }) => {
      if (content?.kind !== 'content' && content?.kind !== 'absent') return content
      const path = versions.find((version) => version.name === name)?.path ?? name
      return { content: content.kind === 'content' ? content.content : null, label: path }
    })
    if (before == null || after == null) return null
    if ('kind' in before) return before
    return 'kind' in after ? after : diffVersions(before, after)
  }

  /** Where a version would go, and what with; nothing of the file that is there is read. */
  async findRestorePlace(
    sessionId: string,
    name: string,
    { to, project, refuse }: RestorePlaceAsked = {},
  ): Promise<RestorePlace | Refused | NotOpened | null> {
    const session = this.#find(sessionId)
    const versions = await this.listFileVersions(sessionId)
    const version = await this.readFileVersion(sessionId, name)
    if (session === null || versions === null || version === null) return null
    if (version.kind !== 'content' && version.kind !== 'absent') return version
    const content = version.kind === 'content' ? version.content : null
    return findRestorePlace({ project: project ?? session.projectPath, name, to, content, versions, refuse })
  }

  /** Puts a version back into the session's project, or says what that would change. */
  async restoreFileVersion(
    sessionId: string,
    name: string,
    request: RestoreRequest = {},
  ): Promise<RestoreOutcome | NotOpened | null> {
    const place = await this.findRestorePlace(sessionId, name, request)
    return place?.kind === 'place' ? restoreVersion(place, request) : place
  }

  readDebugLog(sessionId: string, tailBytes?: number): TailText | NotOpened {
    return this.#first((root) => readDebugLog(root, sessionId, tailBytes))
  }

  /** Newest first, with the sessions that wrote each. */
  listPlans(): (Plan & { sessionIds: string[] })[] {
    const writers = this.#planWriters()
    const plans = this.#directories.flatMap((root) => {
      const found = listPlans(root)
      return Array.isArray(found) ? found : []
    })
    plans.sort((one, other) => other.modifiedMs - one.modifiedMs)
    return plans.map((plan) => ({ ...plan, sessionIds: writers.get(plan.slug) ?? [] }))
  }

  readPlan(slug: string): string | NotOpened {
    return this.#first((root) => readPlan(root, slug))
  }

  readPaste(hash: string): string | NotOpened {
    return this.#first((root) => readPaste(root, hash))
  }

  /** What was typed, in all directories and by our own account. A page may be short, or empty, and still have a next one. */
  readPrompts({
    cursor,
    limit = 50,
    ...asked
  }: Omit<PromptsAsked, 'before' | 'limit'> & { limit?: number; cursor?: string | null | undefined }): PromptsFound {
    checkLimit(limit)
    const places = this.#parsePlaces(cursor)
    const pages = this.#histories.map(({ root, name }, at) => {
      const before = places[at]
      const from = before ?? undefined
      const page =
        before === null
          ? null
          : readPrompts(root, { ...asked, limit, ...(from !== undefined && { before: from }) }, name)
      return page?.kind === 'prompts' ? { ...page, from } : { prompts: [], next: null, reachedMs: null, from }
    })
    const { prompts, next } = mergePrompts(pages, limit)
    const isEnd = next.every((place) => place === null)
    return { items: prompts, nextCursor: isEnd ? null : next.map((at) => at ?? '-').join('.') }
  }

  /** Of the first directory: it is the one that a CLI would be started with. */
  readSettings(project?: string): Settings {
    return readSettings({ root: this.#directories[0] as string, ...(project !== undefined && { project }) })
  }

  /** What can be called in a folder. */
  findCommands(project?: string): FoundCommands {
    const { enabledPlugins } = this.readSettings(project).settings
    const root = this.#directories[0] as string
    return findCommands({ root, enabledPlugins, ...(project !== undefined && { project }) })
  }

  #first<Found extends object | string>(read: (root: string) => Found | NotOpened): Found | NotOpened {
    const missing: NotOpened = { kind: 'missing', reason: 'There is no data directory' }
    return this.#directories.reduce<Found | NotOpened>(
      (found, root) => (typeof found === 'object' && 'kind' in found && found.kind === 'missing' ? read(root) : found),
      missing,
    )
  }

  /** Where each file goes on: null at its beginning, undefined at its end. */
  #parsePlaces(cursor: string | null | undefined): (number | null | undefined)[] {
    if (cursor === null || cursor === undefined || cursor === '') return []
    const parts = cursor.split('.')
    if (parts.length !== this.#histories.length || !parts.every((part) => /^(-|\d{1,16})$/.test(part)))
      throw badCursor(cursor)
    return parts.map((part) => (part === '-' ? null : Number(part)))
  }
}

function toFileLines(session: SideSession) {
  return toTranscriptLines(session.stream(), isOfFiles())
}
