import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Archive, type FileVersion, restoreFile, type VersionDiff } from '@quarterdeck/archive'
import { ServerError } from '../../server-error.ts'
import { chooseVersions } from './choose-versions.ts'
import type { FileGuard } from './file-guard.ts'
import { findMessage } from './find-message.ts'

const CHECK_MS = 50
const LONGEST_MS = 2000

export interface RewindRequest {
  messageUuid: string
  dryRun?: boolean | undefined
  /** What the files held that the person saw, as the dry run says it: one that holds anything else is left alone. */
  known?: Readonly<Record<string, string | null>> | undefined
}

type LeftFile = { path: string; kind: 'refused'; reason: string }

export type RewoundFile =
  | {
      path: string
      diff: VersionDiff
      currentSha256: string | null
      kind: 'restored' | 'would-restore' | 'changed'
      /** It was not there then. */
      isDeleted: boolean
    }
  | LeftFile

export interface RewindPlaces {
  archive: Archive
  sessionId: string
  project: string
  /** The newest message that the CLI of a running session has told; older ones may not stand in its transcript before it does. */
  newestUuid: string | null
  guard: FileGuard
  /** Lets the CLI do it that has the session: it must know that its files are others. Null where none runs, or it cannot. */
  askCli: ((messageUuid: string) => Promise<unknown>) | null
}

/** Puts files back to how they were when a prompt was sent, or says what that would change. */
export async function rewind(places: RewindPlaces, { messageUuid, dryRun = false, known }: RewindRequest) {
  const { archive, sessionId, guard, askCli } = places
  const project = guard.assertProject(places.project)
  const chosen = await findVersions(places, messageUuid)
  /** Where each of them really is: a link may lead from a harmless name to one that is not. */
  const targets = new Map<string, string>()
  const planned = await attempt(true)
  const unnamed = planned.filter(isUnnamed).map(({ path }) => path)
  if (unnamed.length > 0 && !guard.hasAsked) guard.ask(unnamed)
  const files = planned.map((file) => (isUnnamed(file) ? toLeft(file.path) : file))
  const allowed = files.filter((file) => file.kind !== 'refused')
  const wanted = allowed.map(({ path }) => path)
  guard.noteLeft(files.filter((file) => file.kind === 'refused'))
  guard.note({ messageUuid, paths: wanted, confirmed: allowed.filter(isSensitive).map(({ path }) => path) })
  if (dryRun) return { files, by: 'quarterdeck' as const }
  if (files.some(({ kind }) => kind === 'changed'))
    throw new ServerError(
      'changed_meanwhile',
      'A file holds something else than was known, and nothing was put back. Look at what would change (dryRun), and send that as known.',
      { details: { files } },
    )
  if (askCli !== null && (await isDoneByCli(askCli, messageUuid)))
    return { files: files.map(toRestored), by: 'cli' as const }
  const isWanted = new Set(wanted)
  const done = await attempt(false, isWanted)
  return { files: [...done, ...files.filter(({ path }) => !isWanted.has(path))], by: 'quarterdeck' as const }

  /** Of files that hold what they held then, nothing is told; of those that are refused, nothing is read. */
  async function attempt(isDryRun: boolean, only?: ReadonlySet<string>): Promise<RewoundFile[]> {
    const found: RewoundFile[] = []
    for (const { name, path } of chosen) {
      if (path === null || (only !== undefined && !only.has(path))) continue
      const file = await restore(name, path, isDryRun)
      if (!('diff' in file) || file.diff.kind !== 'same') found.push(file)
    }
    return found
  }

  async function restore(name: string, path: string, isDryRun: boolean): Promise<RewoundFile> {
    const version = await archive.side.readFileVersion(sessionId, name)
    if (version?.kind !== 'content' && version?.kind !== 'absent')
      return { path, kind: 'refused', reason: version?.reason ?? `The copy ${name} is gone` }
    const content = version.kind === 'content' ? version.content : null
    const sha = known === undefined ? {} : { knownSha256: known[path] ?? null }
    const { refuse } = guard
    const outcome = restoreFile({ project, path, content, isDryRun, isForced: known === undefined, refuse, ...sha })
    if (outcome.kind === 'refused') return { path, kind: 'refused', reason: outcome.reason }
    const { kind, diff, currentSha256 } = outcome
    targets.set(path, outcome.path)
    return { path, kind, diff, currentSha256, isDeleted: content === null }
  }

  function isSensitive({ path }: RewoundFile): boolean {
    return guard.isSensitive(resolve(project, path), targets.get(path) ?? path)
  }

  function isUnnamed(file: RewoundFile): boolean {
    return file.kind !== 'refused' && isSensitive(file) && !guard.isConfirmed(file.path)
  }
}

async function findVersions(places: RewindPlaces, messageUuid: string): Promise<FileVersion[]> {
  const { archive, sessionId, newestUuid, askCli } = places
  const message = await findWritten(archive, sessionId, messageUuid, askCli !== null)
  if (message === null)
    throw new ServerError('not_found', `There is no message '${messageUuid}' in session '${sessionId}'.`)
  if (message.type !== 'user')
    throw new ServerError('bad_request', `Message '${messageUuid}' is no prompt. Files go back to before a prompt.`)
  // The changes of its turn are written between the prompt and the newest message.
  if (newestUuid !== null) await findWritten(archive, sessionId, newestUuid, true)
  const versions = (await archive.side.listFileVersions(sessionId)) ?? []
  return chooseVersions(versions, messageUuid, Date.parse(String(message.timestamp)))
}

/** False where the CLI would also write what is refused: then it is not asked, and we put back the rest. */
async function isDoneByCli(askCli: NonNullable<RewindPlaces['askCli']>, messageUuid: string): Promise<boolean> {
  try {
    await askCli(messageUuid)
    return true
  } catch (error) {
    if (error instanceof ServerError && ['not_allowed', 'needs_confirmation'].includes(error.code)) return false
    throw error
  }
}

/** CLI 2.1.38 writes a turn into the transcript a moment after it has told the result: while it runs, we wait for the line. */
async function findWritten(archive: Archive, sessionId: string, messageUuid: string, isLive: boolean) {
  for (let waited = 0; ; waited += CHECK_MS) {
    archive.lookAt(sessionId)
    const message = await findMessage(archive, sessionId, messageUuid)
    if (message !== null || !isLive || waited >= LONGEST_MS) return message
    await sleep(CHECK_MS)
  }
}

function toLeft(path: string): LeftFile {
  return { path, kind: 'refused', reason: `${path} was not named among those that are to be put back` }
}

function toRestored(file: RewoundFile): RewoundFile {
  return file.kind === 'would-restore' ? { ...file, kind: 'restored' } : file
}
