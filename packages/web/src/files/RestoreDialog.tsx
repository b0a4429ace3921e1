import { type Asked, ClientError } from '@quarterdeck/client'
import type { FileVersion, RestoredVersion } from '@quarterdeck/contract/routes'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { NamedPaths } from '../parts/NamedPaths.tsx'
import { toAskedPaths } from '../parts/to-asked-paths.ts'
import { toTime } from '../text/to-time.ts'
import { DiffText } from './DiffText.tsx'

const RESTORE = 'POST /api/claude/sessions/:id/file-history/:name/restore'

interface Props {
  sessionId: string
  version: FileVersion
  onClose: () => void
  onRestored: (path: string) => void
}

/** Puts a version back, once somebody has seen what that changes. Only what was seen is replaced. */
export function RestoreDialog({ sessionId, version, onClose, onRestored }: Props) {
  const { api } = useQuarterdeck()
  const [to, setTo] = useState(version.path ?? '')
  const [seen, setSeen] = useState<{ to: string; outcome: RestoredVersion; confirm?: string[] | undefined } | null>(
    null,
  )
  const [asked, setAsked] = useState<readonly string[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** The place that was looked at last; answers about another come too late. */
  const newest = useRef('')
  const [isBusy, setIsBusy] = useState(false)

  const ask = useCallback(
    (body: NonNullable<Asked<typeof RESTORE>['body']>) =>
      api.call(RESTORE, { params: { id: sessionId, name: version.name }, body }),
    [api, sessionId, version.name],
  )
  const look = useCallback(
    async (path: string, confirm?: string[]) => {
      newest.current = path
      setProblem(null)
      setSeen(null)
      setAsked(null)
      try {
        const outcome = await ask({ dryRun: true, ...(path && { to: path }), ...(confirm && { confirm }) })
        if (newest.current === path) setSeen({ to: path, outcome, confirm })
      } catch (error) {
        if (newest.current !== path) return
        const paths = toAskedPaths(error)
        if (paths === null) setProblem((error as Error).message)
        else setAsked(paths)
      }
    },
    [ask],
  )
  useEffect(() => void look(version.path ?? ''), [look, version.path])

  async function restore(event: FormEvent) {
    event.preventDefault()
    if (seen === null || seen.to !== to) return look(to)
    setIsBusy(true)
    const { confirm } = seen
    try {
      const { path } = await ask({
        ...(to && { to }),
        ...(confirm && { confirm }),
        knownSha256: seen.outcome.currentSha256,
      })
      onRestored(path)
      onClose()
    } catch (error) {
      if (error instanceof ClientError && error.code === 'changed_meanwhile') {
        await look(to, confirm)
        setProblem('The file has changed meanwhile, and nothing was restored. This is what would change now.')
      } else setProblem((error as Error).message)
    } finally {
      setIsBusy(false)
    }
  }

  const isSeen = seen !== null && seen.to === to
  const isSame = isSeen && seen.outcome.diff.kind === 'same'
  return (
    <Dialog title="Restore this version" isWide onClose={onClose}>
      <form onSubmit={restore}>
        <p>{toIntent(version)}</p>
        <label>
          Restore to
          <input className="field" value={to} onChange={(event) => setTo(event.target.value)} />
        </label>
        {problem !== null && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
        {asked !== null && <NamedPaths paths={asked} mustChoose onAnswer={(confirm) => void look(to, confirm)} />}
        {seen === null && asked === null && problem === null && <p className="quiet">Looking at what would change…</p>}
        {isSeen && (
          <div className="restore-diff">
            <p className="quiet">{toCounts(seen.outcome)}</p>
            <DiffText
              diff={seen.outcome.diff}
              same="The file already holds this version. There is nothing to restore."
            />
          </div>
        )}
        <div className="row">
          <button type="submit" className="button primary" disabled={isBusy || isSame || to.trim() === ''}>
            {isSeen ? 'Restore' : 'Look again'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function toIntent({ isAbsent, timestamp }: FileVersion): string {
  const when = timestamp === null ? '' : ` of ${toTime(timestamp, Date.now())}`
  return isAbsent
    ? `At this version${when} there was no file: to restore it takes the file away.`
    : `The file becomes as it was in the version${when}. What it holds now is replaced.`
}

function toCounts({ diff, currentSha256 }: RestoredVersion): string {
  if (diff.kind !== 'diff') return ''
  const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)
  const change = `${lines(diff.added ?? 0)} added, ${lines(diff.removed ?? 0)} removed.`
  return currentSha256 === null ? `There is no such file now; it is made. ${change}` : change
}
