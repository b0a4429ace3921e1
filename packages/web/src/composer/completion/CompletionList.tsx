import { useEffect, useRef } from 'react'
import { toVisibleText } from '../../text/visible-text.ts'

export interface CompletionItem {
  value: string
  label: string
  /** A command's argument, as in `[what to keep]`. */
  argument?: string
  hint?: string
  /** Where it comes from. */
  from?: string
}

interface Props {
  id: string
  name: 'Commands' | 'Files'
  items: readonly CompletionItem[]
  /** The place of the chosen one. */
  at: number
  onChoose: (item: CompletionItem) => void
}

export function toOptionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** The completions of the text. The focus stays in the text; the arrows move through this. */
export function CompletionList({ id, name, items, at, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} id={id} role="listbox" aria-label={name} className="completions">
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the chosen one by aria-activedescendant
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard where the focus is
        <div
          key={item.value}
          id={toOptionId(id, index)}
          role="option"
          aria-selected={index === at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
        >
          <span className="completion-label">
            {toVisibleText(item.label)}
            {item.argument !== undefined && <span className="quiet"> {toVisibleText(item.argument)}</span>}
          </span>
          {item.hint !== undefined && <span className="completion-hint quiet">{toVisibleText(item.hint)}</span>}
          {item.from !== undefined && <span className="completion-from quiet">{toVisibleText(item.from)}</span>}
        </div>
      ))}
    </div>
  )
}
