import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { toKeyName, toKeyPress } from '../../palette/keys.ts'
import { isComposing } from '../../text/is-composing.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { toOptionId } from '../completion/CompletionList.tsx'
import { mergePrompts } from './merge-prompts.ts'

interface Props {
  /** Prompts of this session, the newest first. */
  earlierPrompts: readonly string[]
  /** Finds earlier prompts of the project, the newest first. */
  findPrompts: (query: string) => Promise<readonly string[]>
  onChoose: (text: string) => void
  onClose: () => void
}

const MAX_ITEMS = 50

/** Ctrl+R as in a shell: words that were typed before, to be used again. */
export function HistorySearch({ earlierPrompts, findPrompts, onChoose, onClose }: Props) {
  const [query, setQuery] = useState('')
  const [older, setOlder] = useState<readonly string[] | null>(null)
  const [at, setAt] = useState(0)
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(
      () =>
        findPrompts(query).then(
          (found) => !isOver && setOlder(found),
          () => !isOver && setOlder([]),
        ),
      query === '' ? 0 : 150,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [query, findPrompts])
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const items = mergePrompts(earlierPrompts, older ?? [], query).slice(0, MAX_ITEMS)
  const chosen = Math.min(at, items.length - 1)

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const isNext = event.key === 'ArrowDown' || (event.ctrlKey && toKeyName(toKeyPress(event.nativeEvent)) === 'Mod+r')
    if (isNext) setAt((chosen + 1) % Math.max(1, items.length))
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + items.length) % Math.max(1, items.length))
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && items[chosen] !== undefined) {
      // The one that has opened this may still be held down.
      if (!event.repeat) onChoose(items[chosen])
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search className="history-search" aria-label="Earlier prompts">
      <div ref={list} id={listId} role="listbox" aria-label="Earlier prompts" className="completions">
        {items.map((text, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen one by aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard where the focus is
          <div
            key={text}
            id={toOptionId(listId, index)}
            role="option"
            aria-selected={index === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(text)}
          >
            <span className="history-text">{toVisibleText(text)}</span>
          </div>
        ))}
        {items.length === 0 && (
          <p className="quiet history-none" role="status">
            {older === null ? 'Looking…' : 'Nothing that was typed here before has these words.'}
          </p>
        )}
      </div>
      <div className="row">
        <input
          ref={input}
          className="field"
          role="combobox"
          aria-label="Find an earlier prompt"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={items.length > 0 ? toOptionId(listId, chosen) : undefined}
          placeholder="Words of an earlier prompt"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </search>
  )
}
