import type { VersionDiff } from '@quarterdeck/contract/routes'
import { useMemo } from 'react'
import { DiffView } from '../diff/DiffView.tsx'
import { parseHunks } from './parse-hunks.ts'

/** A diff of the server's, or in words why there is none to see. */
export function DiffText({ diff, same }: { diff: VersionDiff; same: string }) {
  const hunks = useMemo(() => parseHunks(diff.patch ?? ''), [diff.patch])
  if (diff.kind !== 'diff' || hunks.length === 0)
    return (
      <section aria-label="Diff">
        <p className="quiet">{toReason(diff, same)}</p>
      </section>
    )
  return (
    <>
      {diff.isCoarse && (
        <p className="quiet">
          So much has changed that everything between the first and the last change is shown as new.
        </p>
      )}
      <DiffView hunks={hunks} />
    </>
  )
}

function toReason({ kind }: VersionDiff, same: string): string {
  if (kind === 'binary') return 'This is no text, so its lines cannot be compared.'
  if (kind === 'too-large') return 'The file is too large to be compared here.'
  return kind === 'same' ? same : 'An empty file: there are no lines to compare.'
}
