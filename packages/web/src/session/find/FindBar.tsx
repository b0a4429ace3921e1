import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useFocusBack } from '../../parts/use-focus-back.ts'
import type { Find } from './use-find.ts'

/** Looks for words in the session, also in what was not loaded yet. */
export function FindBar({ find }: { find: Find }) {
  const field = useRef<HTMLInputElement>(null)
  useFocusBack()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once more, it is where one types again
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [find.asked])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') find.go(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') find.close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search className="find-bar" aria-label="Find in session" onKeyDown={onKeyDown}>
      <input
        ref={field}
        type="search"
        className="field"
        aria-label="Find in session"
        placeholder="Find in session"
        value={find.words}
        onChange={(event) => find.setWords(event.target.value)}
      />
      <span role="status" className="find-count">
        {toCountText(find)}
      </span>
      <button type="button" className="small-button" disabled={find.total === 0} onClick={() => find.go(-1)}>
        Previous
      </button>
      <button type="button" className="small-button" disabled={find.total === 0} onClick={() => find.go(1)}>
        Next
      </button>
      <button type="button" className="small-button" aria-label="Close find" onClick={find.close}>
        Close
      </button>
    </search>
  )
}

function toCountText({ words, place, total, isCut, isLooking, problem }: Find): string {
  if (words === '') return ''
  if (problem !== null) return problem
  if (isLooking) return 'Looking…'
  return total === 0 ? 'Nothing found' : `${place + 1} of ${total}${isCut ? ' or more' : ''}`
}
