import { useMemo, useState } from 'react'
import { useNow } from '../frame/use-now.ts'
import { ReadingProblem } from '../reading/ReadingProblem.tsx'
import '../reading/reading.css'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useAddress } from '../reading/use-address.ts'
import { useReading } from '../reading/use-reading.ts'
import { useAllSessions } from '../sessions/use-all-sessions.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { FileList } from './FileList.tsx'
import './files.css'
import { findFile, toFiles } from './file-version.ts'
import { RecentSessions } from './RecentSessions.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { SessionChoice } from './SessionChoice.tsx'
import { useNewestWithFiles } from './use-newest-with-files.ts'
import { VersionList } from './VersionList.tsx'
import { VersionView } from './VersionView.tsx'

/** The time machine: how the files of a session were, and the way back. */
export function FilesView() {
  const { rows } = useAllSessions()
  const [fields, change] = useAddress()
  const { project = '', file: named = '', version: chosen = '', from = '' } = fields
  const newest = useNewestWithFiles(rows, project, (fields.session ?? '') === '')
  const session = fields.session || (newest.sessionId ?? '')
  const row = rows.find(({ sessionId }) => sessionId === session)
  const asked = session === '' ? null : { params: { id: session }, query: { limit: 10_000 } }
  const { data, problem, isLoading, reload } = useReading(
    'GET /api/claude/sessions/:id/file-history',
    asked,
    row?.modified,
  )
  const files = useMemo(() => toFiles(data?.items ?? []), [data])
  const file = findFile(files, named)
  const version =
    file?.versions.find(({ name }) => name === chosen || (chosen === '' && name === named)) ?? file?.versions.at(-1)
  const [isRestoring, setIsRestoring] = useState(false)
  const [restored, setRestored] = useState({ file: '', path: '' })
  const now = useNow(60_000)
  const news = restored.path !== '' && restored.file === file?.key ? `Restored ${toVisibleText(restored.path)}.` : ''

  return (
    <main className="main view wide">
      <h1>Files</h1>
      <SessionChoice
        rows={rows}
        project={project}
        session={session}
        now={now}
        onChange={(changes) => change(changes, { isNew: true })}
      />
      <p role="status" className={news === '' ? 'visually-hidden' : undefined}>
        {news}
      </p>
      <ReadingProblem problem={problem} onRetry={reload} />
      {session === '' && !newest.isLooking && <RecentSessions rows={rows} now={now} />}
      {(isLoading || newest.isLooking) && <Skeleton lines={8} label="Reading" />}
      {!isLoading && problem === null && session !== '' && files.length === 0 && (
        <p className="quiet">This session changed no files that are known of.</p>
      )}
      {files.length > 0 && (
        <div className="files">
          <div className="files-lists">
            <FileList
              files={files}
              current={file?.key}
              projectPath={row?.projectPath}
              onChoose={(key) => change({ file: key, version: '', from: '' }, { isNew: true })}
            />
            {file !== undefined && (
              <VersionList
                versions={file.versions.toReversed()}
                current={version?.name}
                now={now}
                onChoose={(name) => change({ file: file.key, version: name, from: '' })}
              />
            )}
          </div>
          {file === undefined && (
            <p className="quiet">The session has no file '{toVisibleText(named)}'. Choose one of the list.</p>
          )}
          {file !== undefined && version !== undefined && (
            <VersionView
              sessionId={session}
              file={file}
              version={version}
              from={from}
              onFrom={(name) => change({ version: version.name, from: name })}
              onRestore={() => setIsRestoring(true)}
            />
          )}
        </div>
      )}
      {isRestoring && version !== undefined && (
        <RestoreDialog
          sessionId={session}
          version={version}
          onClose={() => setIsRestoring(false)}
          onRestored={(path) => {
            setRestored({ file: file?.key ?? '', path })
            reload()
          }}
        />
      )}
    </main>
  )
}
