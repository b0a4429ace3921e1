import { useEffect, useRef, useState } from 'react'
import { useFocusBack } from '../parts/use-focus-back.ts'
import { isComposing } from '../text/is-composing.ts'

interface Props {
  title: string
  onRename: (title: string) => Promise<unknown>
  onClose: () => void
}

export function RenameForm({ title, onRename, onClose }: Props) {
  const [text, setText] = useState(title)
  const input = useRef<HTMLInputElement>(null)
  useFocusBack()
  useEffect(() => input.current?.select(), [])
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <form
      className="row"
      aria-label="Rename"
      onSubmit={(event) => {
        event.preventDefault()
        onRename(text.trim()).then(onClose, (error: Error) => setProblem(error.message))
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <input
        ref={input}
        className="field"
        aria-label="Title"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button" disabled={text.trim() === ''}>
        Save
      </button>
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
