import { useRef } from 'react'
import { toAttachHint } from './attachments/attachment.ts'

interface Props {
  isWorking: boolean
  canSend: boolean
  /** The words are for this page, or for the CLI as a whole: there is nothing to steer with. */
  canSteer: boolean
  attachTo: 'project' | 'temporary'
  onAttach: (files: Iterable<File>) => void
  onHistory: () => void
  onSend: (whenBusy: 'queue' | 'now') => void
  onStop: () => void
}

export function ComposerButtons(props: Props) {
  const { isWorking, canSend, canSteer, attachTo, onAttach, onHistory, onSend, onStop } = props
  const files = useRef<HTMLInputElement>(null)
  return (
    <div className="composer-buttons">
      <input
        ref={files}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onAttach(event.target.files ?? [])
          event.target.value = ''
        }}
      />
      <button
        type="button"
        className="button"
        aria-label="Attach"
        title={toAttachHint(attachTo)}
        onClick={() => files.current?.click()}
      >
        <Label name="Attach" path="M15 9l-6 6a3.5 3.5 0 0 1-5-5l7-7a2.3 2.3 0 0 1 3.5 3.5l-6.5 6.5" />
      </button>
      <button
        type="button"
        className="button"
        aria-label="Earlier"
        title="Earlier prompts (Ctrl+R)"
        onClick={onHistory}
      >
        <Label name="Earlier" path="M10 6v4l3 2M4 4v3h3M4 7a7 7 0 1 1-1 4" />
      </button>
      <span className="spacer" />
      {isWorking && (
        <button type="button" className="button" title="End the turn (Escape)" onClick={onStop}>
          Stop
        </button>
      )}
      {isWorking && canSteer && (
        <button
          type="button"
          className="button"
          disabled={!canSend}
          title="Give it to Claude now, in the middle of the turn (Ctrl+Shift+Enter)"
          onClick={() => onSend('now')}
        >
          Steer
        </button>
      )}
      <button
        type="button"
        className="button primary"
        disabled={!canSend}
        title={isWorking ? 'It waits until the turn has ended' : undefined}
        onClick={() => onSend('queue')}
      >
        Send
      </button>
    </div>
  )
}

/** A word, and where there is no room for it, a sign. */
function Label({ name, path }: { name: string; path: string }) {
  return (
    <>
      <span className="button-word">{name}</span>
      <svg className="button-icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
    </>
  )
}
