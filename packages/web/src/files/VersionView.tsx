import type { FileVersion, VersionContent } from '@quarterdeck/contract/routes'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { DiffView } from '../diff/DiffView.tsx'
import { computeHunks } from '../diff/to-diff-lines.ts'
import { Skeleton } from '../frame/Skeleton.tsx'
import { ReadingProblem } from '../reading/ReadingProblem.tsx'
import { useReading } from '../reading/use-reading.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { DiffText } from './DiffText.tsx'
import type { ChangedFile } from './file-version.ts'
import { toVersionTime } from './to-version-time.ts'

interface Props {
  sessionId: string
  file: ChangedFile
  version: FileVersion
  /** The name of the version to compare with; '' for the one before. */
  from: string
  onFrom: (name: string) => void
  onRestore: () => void
}

/** One version of a file, compared with the one before it or with another. */
export function VersionView({ sessionId, file, version, from, onFrom, onRestore }: Props) {
  const index = file.versions.indexOf(version)
  const before = file.versions.find(({ name }) => name === from) ?? file.versions[index - 1]
  const {
    last: data,
    problem,
    isLoading,
    reload,
  } = useReading('GET /api/claude/sessions/:id/file-history/:name', {
    params: { id: sessionId, name: (before ?? version).name },
    query: { to: before && version.name },
  })
  return (
    <div className="version">
      <div className="version-head">
        <h2 className="version-path">{toVisibleText(file.path ?? file.key)}</h2>
        <div className="row">
          {file.versions.length > 1 && (
            <label className="compare">
              Compared with
              <select
                className="field filter-choice"
                value={before === file.versions[index - 1] ? '' : (before?.name ?? '')}
                onChange={(event) => onFrom(event.target.value)}
              >
                <option value="">{index === 0 ? 'nothing: it is the first' : 'the version before'}</option>
                {file.versions
                  .filter((each) => each !== version)
                  .map((each) => (
                    <option key={each.name} value={each.name}>
                      {each.timestamp === null ? each.name : toVersionTime(each.timestamp, Date.now())}
                    </option>
                  ))}
              </select>
            </label>
          )}
          {version.messageUuid !== null && (
            <Link className="button" href={`/sessions/${sessionId}?at=${encodeURIComponent(version.messageUuid)}`}>
              Open the message
            </Link>
          )}
          <button type="button" className="button" onClick={onRestore}>
            Restore…
          </button>
        </div>
      </div>
      <ReadingProblem problem={problem} onRetry={reload} />
      {data === null && problem === null && <Skeleton lines={8} label="Reading" />}
      {data !== null && (
        <div className={isLoading ? 'stale' : undefined} aria-busy={isLoading}>
          {data.diff === undefined ? (
            <Whole content={data} />
          ) : (
            <DiffText diff={data.diff} same="Nothing differs between these two versions." />
          )}
        </div>
      )}
    </div>
  )
}

/** The first version there is: all of it is new. */
function Whole({ content: { content, encoding } }: { content: VersionContent }) {
  const hunks = useMemo(
    () => (content === null || encoding === 'base64' ? [] : computeHunks('', content)),
    [content, encoding],
  )
  if (hunks.length > 0) return <DiffView hunks={hunks} />
  const reason =
    content === null
      ? 'There was no file yet.'
      : encoding === 'base64'
        ? 'This is no text, so its lines cannot be shown.'
        : 'An empty file.'
  return (
    <section aria-label="Diff">
      <p className="quiet">{reason}</p>
    </section>
  )
}
