import type { RestorePlace } from './find-restore-place.ts'
import { type RestoreOutcome, restoreFile } from './restore-file.ts'

export interface VersionRestore {
  isDryRun?: boolean | undefined
  /** Of what the person saw in the file, as the dry run says it; by default of the newest version that the session knows. */
  knownSha256?: string | null | undefined
  isForced?: boolean | undefined
}

/** Puts a version where it was found to go. */
export function restoreVersion(place: RestorePlace, restore: VersionRestore): RestoreOutcome {
  const { project, path, content, isNew, newestSha256, refuse } = place
  const isDryRun = restore.isDryRun === true
  const knownSha256 = restore.knownSha256 === undefined && !isDryRun ? newestSha256 : restore.knownSha256
  return restoreFile({
    ...{ project, path, content, isNew, isDryRun, refuse },
    ...(knownSha256 !== undefined && { knownSha256 }),
    isForced: restore.isForced === true && !isNew,
  })
}
