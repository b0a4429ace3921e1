import { ClientError } from '@quarterdeck/client'
import type { RewoundFile } from '@quarterdeck/contract/routes'
import { useCallback, useEffect, useState } from 'react'
import { DiffView } from '../../diff/DiffView.tsx'
import { parseHunks } from '../../files/parse-hunks.ts'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { NamedPaths } from '../../parts/NamedPaths.tsx'
import { toAskedPaths } from '../../parts/to-asked-paths.ts'
import { toVisibleText } from '../../text/visible-text.ts'

const REWIND = 'POST /api/claude/sessions/:id/rewind'

interface Props {
  sessionId: string
  uuid: string
  onClose: () => void
}

/** Puts files back to how they were before a prompt: first what would change, then, when that was seen, the change itself. */
export function RewindDialog({ sessionId, uuid, onClose }: Props) {
  const { api } = useQuarterdeck()
  const [files, setFiles] = useState<readonly RewoundFile[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [step, setStep] = useState<'look' | 'work' | 'done'>('look')
  const [asked, setAsked] = useState<readonly string[] | null>(null)
  /** What was agreed to by name; undefined until somebody was asked. */
  const [confirm, setConfirm] = useState<string[] | undefined>()
  const look = useCallback(
    (named?: string[]) => {
      setConfirm(named)
      setAsked(null)
      const body = { messageUuid: uuid, dryRun: true, ...(named && { confirm: named }) }
      return api.call(REWIND, { params: { id: sessionId }, body }).then(
        (answer) => setFiles(answer.files),
        (error: Error) => {
          const paths = toAskedPaths(error)
          if (paths === null) setProblem(error.message)
          else setAsked(paths)
        },
      )
    },
    [api, sessionId, uuid],
  )
  useEffect(() => void look(), [look])

  async function rewind() {
    setStep('work')
    setProblem(null)
    // Only what was shown is put back: a file that holds anything else by now is left alone.
    const known = Object.fromEntries((files ?? []).map((file) => [file.path, file.currentSha256 ?? null]))
    try {
      const answer = await api.call(REWIND, {
        params: { id: sessionId },
        body: { messageUuid: uuid, known, ...(confirm && { confirm }) },
      })
      setFiles(answer.files)
      setStep('done')
    } catch (error) {
      if (error instanceof ClientError && error.code === 'changed_meanwhile') {
        setProblem('A file was changed while you looked. Nothing was put back; this is how it stands now.')
        // Where that cannot be told, its own words stand there in their place.
        await look(confirm)
      } else setProblem((error as Error).message)
      setStep('look')
    }
  }

  const possible = (files ?? []).filter(({ kind }) => kind !== 'refused')
  return (
    <Dialog title="Rewind files" isWide onClose={onClose}>
      <p>
        {step === 'done'
          ? `${toDone(possible)}, as before this message.`
          : 'Files go back to how they were before this message was sent. The conversation stays as it is.'}
      </p>
      <p className="quiet">
        Only what Claude's own edit tools changed can be put back: what commands, other programs or you did to files in
        the meantime is not kept track of.
      </p>
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {asked !== null && <NamedPaths paths={asked} onAnswer={(named) => void look(named)} />}
      {files === null && asked === null && problem === null && <p className="quiet">Comparing the files…</p>}
      {files?.length === 0 && <p>No file differs from how it was then. There is nothing to put back.</p>}
      {files?.map((file) => (
        <FileChange key={file.path} file={file} />
      ))}
      {step !== 'done' && possible.length > 0 && (
        <div className="row">
          <button type="button" className="button primary" disabled={step === 'work'} onClick={rewind}>
            {toDeed(possible)}
          </button>
        </div>
      )}
    </Dialog>
  )
}

function FileChange({ file: { path, kind, reason, diff, isDeleted } }: { file: RewoundFile }) {
  return (
    <section aria-label={toVisibleText(path)} className="rewind-file">
      <p className="rewind-name">
        <code>{toVisibleText(path)}</code>
        {diff?.kind === 'diff' && (
          <span className="quiet">
            {' '}
            +{diff.added} −{diff.removed}
          </span>
        )}
      </p>
      {isDeleted && (
        <p className="rewind-deleted">
          {kind === 'restored' ? 'Deleted' : 'It will be deleted'}: before this message it was not there.
        </p>
      )}
      {kind === 'refused' && <p className="error">This file cannot be put back. {reason}.</p>}
      {diff?.kind === 'diff' && <DiffView hunks={parseHunks(diff.patch ?? '')} />}
      {diff?.kind === 'binary' && <p className="quiet">It is no text, so the change is not shown.</p>}
      {diff?.kind === 'too-large' && <p className="quiet">It is too large to show the change.</p>}
    </section>
  )
}

/** Nobody deletes a file by a button that says otherwise. */
function toDeed(files: readonly RewoundFile[]): string {
  const { back, gone } = toCounts(files)
  if (gone === null) return `Put ${back} back`
  return back === null ? `Delete ${gone}` : `Put ${back} back and delete ${gone}`
}

function toDone(files: readonly RewoundFile[]): string {
  const { back, gone } = toCounts(files)
  return [back && `${back} put back`, gone && `${gone} deleted`].filter(Boolean).join(', ')
}

function toCounts(files: readonly RewoundFile[]): { back: string | null; gone: string | null } {
  const gone = files.filter(({ isDeleted }) => isDeleted).length
  const toText = (count: number) => (count === 0 ? null : toFileCount(count))
  return { back: toText(files.length - gone), gone: toText(gone) }
}

function toFileCount(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}
