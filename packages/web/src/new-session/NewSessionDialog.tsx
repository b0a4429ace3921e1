import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import { LiveProblem } from '../live/live-problem.ts'
import { takeAsked } from './ask-for-session.ts'

interface Props {
  onStarted: (sessionId: string) => void
  onClose: () => void
}

const MODES = [
  { value: 'default', label: 'Ask before edits' },
  { value: 'acceptEdits', label: 'Accept edits' },
  { value: 'plan', label: 'Plan only' },
] as const

export function NewSessionDialog({ onStarted, onClose }: Props) {
  const { live } = useQuarterdeck()
  const folder = useLive((state) => state.rows?.[0]?.projectPath)
  const [asked] = useState(takeAsked)
  const dialog = useRef<HTMLDialogElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const [isNewFolder, setIsNewFolder] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])

  async function start(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const read = (name: string) => String(form.get(name) ?? '').trim()
    setIsStarting(true)
    setProblem(null)
    try {
      const started = await live.give({
        kind: 'start',
        cwd: read('cwd'),
        ...(read('prompt') && { prompt: read('prompt') }),
        ...(read('model') && { model: read('model') }),
        permissionMode: read('mode') as (typeof MODES)[number]['value'],
        ...(form.has('trust') && { trust: true }),
      })
      onStarted((started as { sessionId: string }).sessionId)
    } catch (error) {
      if (error instanceof LiveProblem && error.code === 'untrusted_folder') setIsNewFolder(true)
      else setProblem((error as Error).message)
      setIsStarting(false)
    }
  }

  return (
    <dialog ref={dialog} aria-labelledby="new-session-title" onClose={onClose}>
      <form onSubmit={start}>
        <h1 id="new-session-title">New session</h1>
        <label>
          Project folder
          <input
            className="field"
            name="cwd"
            defaultValue={asked.cwd ?? folder}
            required
            placeholder="/home/you/project"
            onChange={() => setIsNewFolder(false)}
          />
        </label>
        <label>
          Prompt
          <textarea
            className="field"
            name="prompt"
            rows={4}
            defaultValue={asked.prompt}
            placeholder="What should Claude do? You can also say it later."
          />
        </label>
        <div className="two">
          <label>
            Model
            <input className="field" name="model" list="models" placeholder="The CLI's own choice" />
            <datalist id="models">
              <option value="opus" />
              <option value="sonnet" />
              <option value="haiku" />
            </datalist>
          </label>
          <label>
            Permission mode
            <select className="field" name="mode">
              {MODES.map((mode) => (
                <option key={mode.value} value={mode.value}>
                  {mode.label}
                </option>
              ))}
            </select>
          </label>
        </div>
        {isNewFolder && (
          <>
            <p role="alert">
              This folder is new here. Claude Code runs the hooks and servers that a folder configures, so start only in
              folders you trust.
            </p>
            <label className="check">
              <input type="checkbox" name="trust" required />I trust this folder
            </label>
          </>
        )}
        {problem && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
        <div className="row">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={isStarting}>
            Start
          </button>
        </div>
      </form>
    </dialog>
  )
}
