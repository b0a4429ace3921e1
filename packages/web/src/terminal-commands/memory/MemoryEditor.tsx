import type { MemoryFile } from '@quarterdeck/contract/routes'
import { useState } from 'react'
import type { Api } from '../../api.ts'
import { cardDrafts } from '../../cards/answer/card-drafts.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { ActionOutcome } from '../ActionOutcome.tsx'
import { useAction } from '../use-action.ts'

interface Props {
  file: MemoryFile
  cwd: string | undefined
  api: Api
  onWritten: (saved: MemoryFile) => void
  /** Read the files anew: somebody else has changed this one. */
  onRead: () => void
}

/** One of the files, to be changed. What somebody else has changed meanwhile is shown, and not written over unseen. */
export function MemoryEditor({ file, cwd, api, onWritten, onRead }: Props) {
  const { kind, path, state, reason, content, sha256 } = file
  // Kept as what is written into cards is: Escape closes this too, and a reload does.
  const draft = `memory ${path}`
  const [text, setText] = useState(() => cardDrafts.read(draft, 'text', content ?? ''))
  /** The hash of the file that the draft began from. */
  const [base, setBase] = useState(() => cardDrafts.read(draft, 'base', sha256 ?? '') || null)
  const [isOld, setIsOld] = useState(text !== (content ?? ''))
  const doing = useAction()
  const canEdit = state === 'read' || state === 'missing'
  const isOther = sha256 !== base && (content ?? '') !== text

  function change(words: string) {
    setText(words)
    cardDrafts.keep(draft, 'text', words)
    cardDrafts.keep(draft, 'base', base ?? '')
  }

  /** Back to what the file says. */
  function drop() {
    setText(content ?? '')
    setBase(sha256)
    setIsOld(false)
    cardDrafts.forget(draft)
  }

  async function save(knownSha256: string | null) {
    const body = { kind, content: text, knownSha256, ...(kind !== 'user' && { cwd }) }
    const isDone = await doing.run(async () => {
      const saved = await api.call('PUT /api/claude/memory', { body })
      setBase(saved.sha256)
      setIsOld(false)
      cardDrafts.forget(draft)
      onWritten(saved)
    }, 'Saved. Claude reads it when a conversation begins.')
    if (!isDone) onRead()
  }

  return (
    <>
      <p>
        <code>{toVisibleText(path)}</code>
      </p>
      {canEdit ? (
        <textarea
          className="field memory-text"
          aria-label="What it says"
          spellCheck={false}
          placeholder="Nothing yet. Write what Claude should always know."
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <p className="error">{reason}.</p>
      )}
      {isOld && !isOther && (
        <p role="status">
          Not saved yet: these are your words from before.{' '}
          <button type="button" className="small-button" onClick={drop}>
            Drop them
          </button>
        </p>
      )}
      <ActionOutcome problem={doing.problem} isLoading={doing.isBusy} done={doing.done} />
      {isOther && (
        <section aria-label="What the file says now">
          <p>Somebody has changed the file meanwhile. It says now:</p>
          <pre className="memory-other">{toVisibleText(content ?? '(nothing: it is gone)')}</pre>
        </section>
      )}
      <div className="row">
        {isOther && (
          <button type="button" className="button" onClick={drop}>
            Take what is there
          </button>
        )}
        <button
          type="button"
          className="button primary"
          disabled={!canEdit || doing.isBusy || text === (content ?? '')}
          onClick={() => void save(isOther ? sha256 : base)}
        >
          {isOther ? 'Save over it' : 'Save'}
        </button>
      </div>
    </>
  )
}
