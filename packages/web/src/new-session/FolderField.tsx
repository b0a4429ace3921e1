import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '../text/is-composing.ts'
import { toVisibleText } from '../text/visible-text.ts'
import type { FolderOption } from './use-folders.ts'

interface Props {
  value: string
  options: readonly FolderOption[]
  problem: string | null
  onChange: (value: string) => void
}

/** A path, with what it can go on with. Tab completes as a shell does, Enter chooses, a tap goes into the folder. */
export function FolderField({ value, options, problem, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const isShown = isOpen && options.length > 0
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  // biome-ignore lint/correctness/useExhaustiveDependencies: of a path that has no room, its end says which folder it is
  useEffect(() => {
    const field = input.current
    if (field !== null && document.activeElement !== field) field.scrollLeft = field.scrollWidth
  }, [value])

  function change(next: string) {
    onChange(next)
    setAt(-1)
  }

  function goInto({ path }: FolderOption) {
    change(path === '/' ? path : `${path}/`)
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = options[at]
    if (step !== undefined) {
      setIsOpen(true)
      setAt(isShown ? (at + step + options.length) % options.length : 0)
    } else if (event.key === 'Escape' && isShown) setIsOpen(false)
    else if (event.key === 'Tab' && !event.shiftKey && isShown && (chosen ?? options.length === 1)) {
      goInto(chosen ?? (options[0] as FolderOption))
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && isShown && chosen !== undefined) {
      change(chosen.path)
      setIsOpen(false)
    } else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus went elsewhere
    <div
      className="folder-field"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setIsOpen(false)}
    >
      <label htmlFor={`${id}-input`}>Project folder</label>
      <div className="folder-row">
        <input
          ref={input}
          id={`${id}-input`}
          className="field mono"
          aria-controls={isShown ? `${id}-list` : undefined}
          aria-activedescendant={isShown && at >= 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="/home/you/project"
          value={value}
          onChange={(event) => {
            change(event.target.value)
            setIsOpen(true)
          }}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="button"
          aria-expanded={isShown}
          onClick={() => {
            if (!isOpen && value !== '' && !value.endsWith('/')) change(`${value}/`)
            setIsOpen(!isOpen)
            input.current?.focus()
          }}
        >
          Browse
        </button>
      </div>
      {isShown && (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label="Folders" className="folder-list">
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the chosen one by aria-activedescendant
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard where the focus is
            <div
              key={`${option.name} ${option.path}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => goInto(option)}
            >
              <span className="mono">{toVisibleText(option.name)}</span>
              <span className="quiet">{option.hint}</span>
            </div>
          ))}
        </div>
      )}
      <p id={`${id}-problem`} className="error field-problem" role={problem === null ? undefined : 'alert'}>
        {problem}
      </p>
    </div>
  )
}
