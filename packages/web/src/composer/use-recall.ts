import { useRef } from 'react'
import { notRecalling, recall } from './recall.ts'

/** ↑ and ↓ through what was said before: in this session first, then in the project. What was cleared last comes back at once. */
export function useRecall(said: readonly string[], findPrompts: (query: string) => Promise<readonly string[]>) {
  const place = useRef(notRecalling)
  const cleared = useRef('')
  const older = useRef<readonly string[] | null>(null)
  const looking = useRef<Promise<void> | null>(null)
  return {
    get isRecalling() {
      return place.current.steps > 0
    },
    /** While the project is asked for what was said in it: there may be more to step to afterwards. */
    get looking() {
      return looking.current
    },
    stop() {
      place.current = notRecalling
    },
    noteCleared(text: string) {
      cleared.current = text
    },
    /** The words that come next in this direction, or null where there are none. */
    step(text: string, direction: 1 | -1): string | null {
      if (direction === 1 && text === '' && cleared.current !== '') {
        const back = cleared.current
        cleared.current = ''
        return back
      }
      if (older.current === null) {
        older.current = []
        looking.current = findPrompts('').then(
          (found) => {
            older.current = found
            looking.current = null
          },
          () => {
            older.current = null
            looking.current = null
          },
        )
      }
      const all = [...new Set([...said, ...older.current])]
      const found = recall(all, place.current, text, direction)
      if (found === null) return null
      place.current = found.recall
      return found.text
    },
  }
}
