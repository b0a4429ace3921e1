import type { Row } from '@quarterdeck/transcript'
import { useEffect, useRef, useState } from 'react'
import { findNewWords, type KnownWords } from './find-new-words.ts'

/** Says each finished message once to a screen reader, and no piece of one. What was there before is not said. */
export function Announcer({ rows, isCaughtUp }: { rows: readonly Row[]; isCaughtUp: boolean }) {
  const said = useRef<KnownWords | null>(null)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (!isCaughtUp) return
    const { text, known } = findNewWords(rows, said.current)
    said.current = known
    if (text !== '') setWords(text)
  }, [rows, isCaughtUp])
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {words}
    </div>
  )
}
