import { useRef } from 'react'
import { toAttachHint } from './attachment.ts'

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
      <button type="button" className="button" title={toAttachHint(attachTo)} onClick={() => files.current?.click()}>
        Attach
      </button>
      <button type="button" className="button" title="Earlier prompts (Ctrl+R)" onClick={onHistory}>
        Earlier
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
