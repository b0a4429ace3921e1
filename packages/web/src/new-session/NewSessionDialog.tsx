import { ClientError } from '@quarterdeck/client'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import { Kbd } from '../palette/Kbd.tsx'
import { ModalDialog } from '../parts/ModalDialog.tsx'
import { useReading } from '../reading/use-reading.ts'
import { isComposing } from '../text/is-composing.ts'
import { AdvancedFields } from './AdvancedFields.tsx'
import { EffortField, ModeField, ModelField } from './ChoiceFields.tsx'
import { type DraftField, keepDraft, readDraft, type StartProblem, toStart, toStartProblem } from './draft.ts'
import { FolderField } from './FolderField.tsx'
import './new-session.css'
import { RecentFolders } from './RecentFolders.tsx'
import { TrustField } from './TrustField.tsx'
import { useFolders } from './use-folders.ts'

interface Props {
  onStarted: (sessionId: string) => void
  onClose: () => void
}

export function NewSessionDialog({ onStarted, onClose }: Props) {
  const { live } = useQuarterdeck()
  const { preferences } = usePreferences()
  const rows = useLive((state) => state.rows)
  const mayConfigure = useLive(({ allows }) => allows.config)
  const [draft, setDraft] = useState(() => readDraft(rows?.[0]?.projectPath ?? '', preferences))
  const [beganWithFolder] = useState(draft.cwd !== '')
  const [problem, setProblem] = useState<StartProblem | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  /** Start was pressed without the tick, for this folder. */
  const [untold, setUntold] = useState<string | null>(null)
  const [trusted, setTrusted] = useState<string | null>(null)
  const [continues, setContinues] = useState(false)
  const trust = useRef<HTMLInputElement>(null)
  const folders = useFolders(draft.cwd)
  const { path } = folders
  const isNew = folders.isTrusted === false || refused === path
  const isTrusted = trusted === path
  const isMissing = isNew && !isTrusted && untold === path
  const place = path.replace(/(?<=.)\/$/, '')
  const shown = rows?.find((row) => row.projectPath === place)
  // An old one is not among those that the page knows by itself.
  const asked = shown === undefined && folders.isTrusted ? { query: { project: place, limit: 1 } } : null
  const older = useReading('GET /api/claude/sessions', asked).data?.items[0]
  const last = shown ?? older

  // Opened before the sessions were told: then the folder comes with them.
  const folder = rows?.[0]?.projectPath
  useEffect(() => {
    if (folder !== undefined) setDraft((now) => (now.cwd === '' ? { ...now, cwd: folder } : now))
  }, [folder])

  function change(field: DraftField, value: string) {
    const next = { ...draft, [field]: value }
    setDraft(next)
    keepDraft(next)
    if (problem?.field === field) setProblem(null)
  }

  async function start(event: FormEvent) {
    event.preventDefault()
    if (isStarting) return
    const wanted = toStart(draft, path, mayConfigure)
    if ('field' in wanted) return setProblem(wanted as StartProblem)
    if (isNew && !isTrusted) {
      setUntold(path)
      return trust.current?.focus()
    }
    setIsStarting(true)
    setProblem(null)
    try {
      const options = { ...(isNew && { trust: true }), ...(continues && last !== undefined && { continue: true }) }
      const started = await live.give({ kind: 'start', ...wanted, ...options })
      keepDraft(null)
      onStarted(started.sessionId)
    } catch (error) {
      if (error instanceof ClientError && error.code === 'untrusted_folder') setRefused(path)
      else setProblem(toStartProblem((error as Error).message))
      setIsStarting(false)
    }
  }

  const say = (field: StartProblem['field']) => (problem?.field === field ? problem.text : null)
  return (
    <ModalDialog name="New session" className="new-session" onClose={onClose}>
      <form
        noValidate
        onSubmit={start}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
        }}
      >
        <h1>New session</h1>
        <FolderField
          value={draft.cwd}
          options={folders.options}
          problem={say('cwd')}
          onChange={(value) => change('cwd', value)}
        />
        <RecentFolders current={path} onChoose={(value) => change('cwd', value)} />
        {isNew && (
          <TrustField
            ref={trust}
            isTrusted={isTrusted}
            isMissing={isMissing}
            onChange={(isChecked) => setTrusted(isChecked ? path : null)}
          />
        )}
        {last !== undefined && (
          <label className="check">
            <input type="checkbox" checked={continues} onChange={(event) => setContinues(event.target.checked)} />
            <span>
              Continue the last session of this folder <span className="quiet">“{last.title}”</span>
            </span>
          </label>
        )}
        <label>
          Prompt
          <textarea
            className="field"
            rows={4}
            placeholder="What should Claude do? You can also say it later."
            data-begin={beganWithFolder ? '' : undefined}
            value={draft.prompt}
            onChange={(event) => change('prompt', event.target.value)}
          />
        </label>
        <div className="three">
          <ModelField value={draft.model} problem={say('model')} onChange={(value) => change('model', value)} />
          <ModeField value={draft.mode} problem={say('mode')} onChange={(value) => change('mode', value)} />
          <EffortField value={draft.effort} onChange={(value) => change('effort', value)} />
        </div>
        <AdvancedFields draft={draft} problem={problem} onChange={change} />
        {problem?.field === 'all' && (
          <p className="error" role="alert">
            {problem.text}
          </p>
        )}
        <div className="row new-session-foot">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" aria-keyshortcuts="Control+Enter" disabled={isStarting}>
            {isStarting ? 'Starting…' : 'Start'}
          </button>
          <span className="quiet start-keys" aria-hidden="true">
            <Kbd keys="Mod+Enter" /> starts
          </span>
        </div>
      </form>
    </ModalDialog>
  )
}
