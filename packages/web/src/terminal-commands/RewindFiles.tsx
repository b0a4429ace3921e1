import type { Api } from '../api.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { Saying } from './Saying.tsx'
import { useAsked } from './use-asked.ts'
import { useDoing } from './use-doing.ts'

interface RewoundFile {
  path: string
  kind: string
  reason?: string
  currentSha256?: string | null
  diff?: { added?: number; removed?: number }
}

interface Props {
  sessionId: string
  uuid: string
  api: Api
  onBack: () => void
}

/** What would change, and, when that was seen, the change itself. */
export function RewindFiles({ sessionId, uuid, api, onBack }: Props) {
  const call = (body: object) =>
    api.call<{ files: RewoundFile[] }>(`/api/claude/sessions/${encodeURIComponent(sessionId)}/rewind`, {
      method: 'POST',
      body: { messageUuid: uuid, ...body },
    })
  const { value, problem } = useAsked(() => call({ dryRun: true }))
  const doing = useDoing()
  const files = value?.files ?? []
  // Only what was shown is put back: a file that holds anything else by now is left alone.
  const known = Object.fromEntries(files.map(({ path, currentSha256 }) => [path, currentSha256 ?? null]))
  return (
    <>
      {value !== null && files.length === 0 && <p>No file was changed since: there is nothing to put back.</p>}
      <ul className="panel-rules" aria-label="Files">
        {files.map(({ path, reason, diff }) => (
          <li key={path}>
            <code>{toVisibleText(path)}</code>{' '}
            <span className="quiet">
              {reason === undefined ? `+${diff?.added ?? 0} −${diff?.removed ?? 0}` : `stays as it is: ${reason}`}
            </span>
          </li>
        ))}
      </ul>
      <Saying problem={doing.problem ?? problem} isLoading={value === null || doing.isBusy} done={doing.done} />
      <div className="row">
        <button type="button" className="button" onClick={onBack}>
          Another prompt
        </button>
        {files.length > 0 && doing.done === null && (
          <button
            type="button"
            className="button primary"
            disabled={doing.isBusy}
            onClick={() => void doing.run(() => call({ known }), 'The files are as they were.')}
          >
            Put these files back
          </button>
        )}
      </div>
    </>
  )
}
