import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '../parts/Dialog.tsx'

interface Props {
  title: string
  label: string
  initial: string
  /** What was written there before, to choose from. */
  suggestions?: readonly string[]
  mayBeEmpty?: boolean
  /** Resolves with what is wrong, as a sentence: then what was typed stays. */
  onSave: (word: string) => Promise<string | null>
  onClose: () => void
}

/** Asks for one line of text: a name, a tag. */
export function WordDialog({ title, label, initial, suggestions = [], mayBeEmpty = false, onSave, onClose }: Props) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  async function save(event: FormEvent) {
    event.preventDefault()
    const wrong = await onSave(text.trim())
    if (wrong === null) onClose()
    else setProblem(wrong)
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={save}>
        <label>
          {label}
          <input
            ref={input}
            className="field"
            value={text}
            maxLength={200}
            list={suggestions.length === 0 ? undefined : listId}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <datalist id={listId}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        {problem !== null && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
        <div className="row">
          <button type="submit" className="button primary" disabled={text.trim() === '' && !mayBeEmpty}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  )
}
