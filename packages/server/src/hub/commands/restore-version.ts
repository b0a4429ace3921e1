import type { Archive } from '@quarterdeck/archive'
import { ServerError } from '../../server-error.ts'

export interface RestoreRequest {
  to?: string | undefined
  dryRun?: boolean | undefined
  /** Of what the person saw in the file, as the dry run says it. */
  knownSha256?: string | null | undefined
  force?: boolean | undefined
}

/** Puts one version of a file back, or says what that would change. */
export async function restoreVersion(archive: Archive, sessionId: string, name: string, request: RestoreRequest) {
  const { to, dryRun: isDryRun, knownSha256, force: isForced } = request
  const outcome = await archive.side.restoreFileVersion(sessionId, name, { to, isDryRun, knownSha256, isForced })
  switch (outcome?.kind) {
    case 'restored':
    case 'would-restore': {
      const { kind, path, diff, currentSha256 } = outcome
      return { kind, path, diff, currentSha256 }
    }
    case 'changed':
      throw new ServerError(
        'changed_meanwhile',
        `'${outcome.path}' holds something else than was known. Look at what would change (dryRun), and send its knownSha256, or force: true.`,
        { details: { path: outcome.path, diff: outcome.diff, currentSha256: outcome.currentSha256 } },
      )
    case 'refused':
      throw new ServerError('not_allowed', `${outcome.reason}.`)
    case 'unreadable':
      throw new ServerError('storage', `${outcome.reason}.`)
    default:
      throw new ServerError('not_found', `There is no version '${name}' in session '${sessionId}'.`)
  }
}
