import type { Approval } from '@quarterdeck/transcript'
import { useMemo, useState } from 'react'
import { toVisibleJson } from '../../text/visible-text.ts'
import { cardDrafts } from '../answer/card-drafts.ts'
import { parseEditedInput } from './parse-edited-input.ts'

/** The input as text that can be changed; left as it is, it goes out as it came. */
export function useEditedInput({ requestId, input, toolName }: Approval) {
  // The card is drawn every second, and an input may be long.
  const original = useMemo(() => toEditableText(input), [input])
  const [text, setText] = useState(() => cardDrafts.read(requestId, 'input', ''))
  const [hasBegun, setHasBegun] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isChanged = text !== original && text.trim() !== ''
  return {
    text,
    problem,
    isChanged,
    hasBegun,
    /** Whoever goes there finds the input; before that it would only stand there twice. */
    begin() {
      setHasBegun(true)
      setText((now) => (now === '' ? original : now))
    },
    change(next: string) {
      setText(next)
      cardDrafts.keep(requestId, 'input', next === original ? '' : next)
      setProblem(null)
    },
    /** The changed input, undefined where nothing was changed, null where it cannot be read. */
    read(): Record<string, unknown> | undefined | null {
      if (!isChanged) return undefined
      const edited = parseEditedInput(text, toolName, input)
      setProblem(edited.ok ? null : edited.problem)
      return edited.ok ? edited.input : null
    },
  }
}

function toEditableText(input: unknown): string {
  try {
    return toVisibleJson(input ?? {})
  } catch {
    return ''
  }
}
