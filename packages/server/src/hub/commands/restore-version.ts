import { type Archive, type RestoreOutcome, restoreVersion as writeVersion } from '@quarterdeck/archive'
import { ServerError } from '../../server-error.ts'
import type { FileGuard } from './file-guard.ts'

export interface RestoreRequest {
  to?: string | undefined
  dryRun?: boolean | undefined
  /** Of what the person saw in the file, as the dry run says it. */
  knownSha256?: string | null | undefined
  force?: boolean | undefined
}

export interface RestorePlaces {
  archive: Archive
  sessionId: string
  project: string
  guard: FileGuard
}

/** Puts one version of a file back, or says what that would change. */
export async function restoreVersion(places: RestorePlaces, name: string, request: RestoreRequest) {
  const { archive, sessionId, guard } = places
  const project = guard.assertProject(places.project)
  const { to, dryRun: isDryRun, knownSha256, force: isForced } = request
  const place = await archive.side.findRestorePlace(sessionId, name, { to, project, refuse: guard.refuse })
  switch (place?.kind) {
    case 'refused':
      return guard.fail(to ?? name, place.reason)
    case 'unreadable':
      throw new ServerError('storage', `${place.reason}.`)
    case 'place':
      break
    default:
      throw new ServerError('not_found', `There is no version '${name}' in session '${sessionId}'.`)
  }
  const { path, named, isOwn } = place
  const isSensitive = guard.isSensitive(named, path)
  if (isSensitive && !isOwn)
    guard.fail(path, `'${path}' is obeyed by programs without asking, and only its own versions are restored to it`)
  if (isSensitive && !guard.isConfirmed(named, path)) guard.ask([path])
  guard.note({ version: name, path, ...(to !== undefined && { to }), ...(isSensitive && { confirmed: [path] }) })
  return toAnswer(writeVersion(place, { isDryRun, knownSha256, isForced }), path, guard)
}

function toAnswer(outcome: RestoreOutcome, asked: string, guard: FileGuard) {
  switch (outcome.kind) {
    case 'refused':
      return guard.fail(asked, outcome.reason)
    case 'changed':
      throw new ServerError(
        'changed_meanwhile',
        `'${outcome.path}' holds something else than was known. Look at what would change (dryRun), and send its knownSha256, or force: true.`,
        { details: { path: outcome.path, diff: outcome.diff, currentSha256: outcome.currentSha256 } },
      )
    default: {
      const { kind, path, diff, currentSha256 } = outcome
      return { kind, path, diff, currentSha256 }
    }
  }
}
