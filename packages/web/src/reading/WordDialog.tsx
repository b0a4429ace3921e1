import { type FormEvent, useEffect, useId, useRef, useState } from 'react'

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
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    dialog.current?.showModal()
    input.current?.select()
  }, [])

  async function save(event: FormEvent) {
    event.preventDefault()
    const wrong = await onSave(text.trim())
    if (wrong === null) dialog.current?.close()
    else setProblem(wrong)
  }

  return (
    <dialog ref={dialog} aria-labelledby={`${id}title`} onClose={onClose}>
      <form onSubmit={save}>
        <h1 id={`${id}title`}>{title}</h1>
        <label>
          {label}
          <input
            ref={input}
            className="field"
            value={text}
            maxLength={200}
            list={suggestions.length === 0 ? undefined : `${id}list`}
            onChange={(event) => setText(event.target.value)}
          />
          <datalist id={`${id}list`}>
            {suggestions.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </label>
        {problem !== null && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
        <div className="row">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={text.trim() === '' && !mayBeEmpty}>
            Save
          </button>
        </div>
      </form>
    </dialog>
  )
}
