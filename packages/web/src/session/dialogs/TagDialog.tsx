import { type FormEvent, useState } from 'react'
import { Dialog } from '../../parts/Dialog.tsx'

interface Props {
  tag: string | null
  onTag: (tag: string | null) => Promise<unknown>
  onClose: () => void
}

export function TagDialog({ tag, onTag, onClose }: Props) {
  const [text, setText] = useState(tag ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  function save(event: FormEvent) {
    event.preventDefault()
    onTag(text.trim() === '' ? null : text.trim()).then(onClose, (error: Error) => setProblem(error.message))
  }
  return (
    <Dialog title="Tag" onClose={onClose}>
      <form onSubmit={save}>
        <label>
          A word by which you find this session again. Leave it empty to take the tag away.
          <input className="field" aria-label="Tag" value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        {problem !== null && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
        <div className="row">
          <button type="submit" className="button primary">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  )
}
