import { setTimeout as sleep } from 'node:timers/promises'
import { type Archive, restoreFile, type VersionDiff } from '@quarterdeck/archive'
import { ServerError } from '../server-error.ts'
import { chooseVersions } from './choose-versions.ts'
import { findMessage } from './find-message.ts'

const CHECK_MS = 50
const LONGEST_MS = 2000

export interface RewindRequest {
  messageUuid: string
  dryRun?: boolean | undefined
  /** What the files held that the person saw, as the dry run says it: one that holds anything else is left alone. */
  known?: Readonly<Record<string, string | null>> | undefined
}

export type RewoundFile =
  | {
      path: string
      diff: VersionDiff
      currentSha256: string | null
      kind: 'restored' | 'would-restore' | 'changed'
      /** It was not there then. */
      isDeleted: boolean
    }
  | { path: string; kind: 'refused'; reason: string }

export interface RewindPlaces {
  archive: Archive
  sessionId: string
  project: string
  /** The newest message that the CLI of a session that runs has told: what stands before it in the transcript is not written yet where it is not. */
  newestUuid: string | null
  /** Lets the CLI do it that has the session: it must know that its files are others. Null where none runs, or it cannot. */
  askCli: ((messageUuid: string) => Promise<unknown>) | null
}

/** Puts files back to how they were when a prompt was sent, or says what that would change. */
export async function rewind(
  { archive, sessionId, project, newestUuid, askCli }: RewindPlaces,
  { messageUuid, dryRun = false, known }: RewindRequest,
): Promise<{ files: RewoundFile[]; by: 'cli' | 'quarterdeck' }> {
  const message = await findWritten(archive, sessionId, messageUuid, askCli !== null)
  if (message === null)
    throw new ServerError('not_found', `There is no message '${messageUuid}' in session '${sessionId}'.`)
  if (message.type !== 'user')
    throw new ServerError('bad_request', `Message '${messageUuid}' is no prompt. Files go back to before a prompt.`)
  // Its changes of files are written between the prompt and the newest message.
  if (newestUuid !== null) await findWritten(archive, sessionId, newestUuid, true)
  const versions = (await archive.side.listFileVersions(sessionId)) ?? []
  const chosen = chooseVersions(versions, messageUuid, Date.parse(String(message.timestamp)))
  const attempt = async (isDryRun: boolean) => {
    const files: RewoundFile[] = []
    for (const { name, path } of chosen) {
      const file = await restore(name, path as string, isDryRun)
      if (!('diff' in file) || file.diff.kind !== 'same') files.push(file)
    }
    return files
  }
  const planned = await attempt(true)
  if (dryRun) return { files: planned, by: 'quarterdeck' }
  if (planned.some(({ kind }) => kind === 'changed'))
    throw new ServerError(
      'changed_meanwhile',
      'A file holds something else than was known, and nothing was put back. Look at what would change (dryRun), and send that as known.',
      { details: { files: planned } },
    )
  if (askCli === null) return { files: await attempt(false), by: 'quarterdeck' }
  await askCli(messageUuid)
  return { files: planned.map(toRestored), by: 'cli' }

  async function restore(name: string, path: string, isDryRun: boolean): Promise<RewoundFile> {
    const version = await archive.side.readFileVersion(sessionId, name)
    if (version?.kind !== 'content' && version?.kind !== 'absent')
      return { path, kind: 'refused', reason: version?.reason ?? `The copy ${name} is gone` }
    const content = version.kind === 'content' ? version.content : null
    const sha = known === undefined ? {} : { knownSha256: known[path] ?? null }
    const outcome = restoreFile({ project, path, content, isDryRun, isForced: known === undefined, ...sha })
    if (outcome.kind === 'refused') return { path, kind: 'refused', reason: outcome.reason }
    const { kind, diff, currentSha256 } = outcome
    return { path, kind, diff, currentSha256, isDeleted: content === null }
  }
}

/** CLI 2.1.38 writes a turn down a moment after it has told the result: of a session that runs, what was told is waited for. */
async function findWritten(archive: Archive, sessionId: string, messageUuid: string, isLive: boolean) {
  for (let waited = 0; ; waited += CHECK_MS) {
    archive.lookAt(sessionId)
    const message = await findMessage(archive, sessionId, messageUuid)
    if (message !== null || !isLive || waited >= LONGEST_MS) return message
    await sleep(CHECK_MS)
  }
}

function toRestored(file: RewoundFile): RewoundFile {
  return file.kind === 'would-restore' ? { ...file, kind: 'restored' } : file
}
