import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { ModalDialog } from '../parts/ModalDialog.tsx'
import { isComposing } from '../text/is-composing.ts'
import { useAllActions } from './actions.ts'
import { Kbd } from './Kbd.tsx'
import { toKeyName, toKeyPress } from './keys.ts'
import { type Choice, listChoices } from './list-choices.ts'
import './palette.css'
import { keepChosen, readChosen } from './chosen-last.ts'
import { useFoundRows } from './use-found-rows.ts'

/** Finds sessions, views and everything that can be done here. The focus stays in the text; the arrows move through what fits. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const { keys } = usePreferences().preferences
  const actions = useAllActions(keys)
  const [recent] = useState(readChosen)
  const [typed, setTyped] = useState('')
  const rows = useFoundRows(typed)
  const [at, setAt] = useState(0)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const groups = useMemo(
    () => listChoices(typed, { rows, actions, recent, open: (id) => navigate(`/sessions/${id}`) }),
    [typed, rows, actions, recent, navigate],
  )
  const choices = groups.flatMap((group) => group.choices)
  const place = Math.min(at, choices.length - 1)
  const toId = (index: number) => `${listId}-${index}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  function choose(choice: Choice | undefined) {
    if (choice === undefined) return
    keepChosen(choice.id)
    // Closed first: what is chosen may open another dialog, and that one wants the focus.
    onClose()
    choice.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt((place + step + choices.length) % Math.max(1, choices.length))
    else if (event.key === 'Enter') {
      // The one that has opened this may still be held down.
      if (!event.repeat) choose(choices[place])
    } else if (event.key === 'Home' && typed === '') setAt(0)
    else if (event.key === 'End' && typed === '') setAt(choices.length - 1)
    else if (toKeyName(toKeyPress(event.nativeEvent)) === 'Mod+k') onClose()
    else return
    event.preventDefault()
  }

  let index = -1
  return (
    <ModalDialog name="Command palette" className="palette" onClose={onClose}>
      <div className="palette-head">
        <input
          className="palette-input"
          role="combobox"
          aria-label="Find a session or a command"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={choices.length > 0 ? toId(place) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Find a session or a command"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="small-button palette-close" onClick={onClose}>
          Close
        </button>
      </div>
      <div ref={list} id={listId} role="listbox" aria-label="Sessions and commands" className="palette-list">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={group.name} role="group" aria-label={group.name}>
            <p className="side-heading" aria-hidden="true">
              {group.name}
            </p>
            {group.choices.map((choice) => {
              index += 1
              const mine = index
              return (
                <PaletteOption
                  key={choice.id}
                  id={toId(mine)}
                  choice={choice}
                  isChosen={mine === place}
                  onPoint={() => setAt(mine)}
                  onChoose={() => choose(choice)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {choices.length === 0 && (
        <p className="palette-none quiet" role="status">
          Nothing fits “{typed}”. Search looks into what was said.
        </p>
      )}
    </ModalDialog>
  )
}

interface OptionProps {
  id: string
  choice: Choice
  isChosen: boolean
  onPoint: () => void
  onChoose: () => void
}

function PaletteOption({ id, choice, isChosen, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the chosen one by aria-activedescendant
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard where the focus is
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-keyshortcuts={choice.keys}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="title">{choice.name}</span>
      <span className={choice.isWaiting ? 'palette-hint waits' : 'palette-hint'}>{choice.hint}</span>
      {choice.keys !== undefined && <Kbd keys={choice.keys} />}
    </div>
  )
}
