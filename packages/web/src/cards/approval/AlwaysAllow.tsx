import { Fragment, type ReactNode, useId, useRef, useState } from 'react'
import { type RuleDraft, toRuleDraft } from './rule-draft.ts'
import { toSuggestionText } from './to-suggestion-text.ts'

interface Props {
  suggestions: readonly unknown[]
  isDisabled: boolean
  /** The end of the input was on screen. */
  mayAllow: boolean
  onEarly: () => void
  onChoose: (suggestion: unknown) => void
  /** To change the text of a rule first. */
  onChange: (draft: RuleDraft) => void
}

/** The CLI's own proposals, each with its rule and where it would be kept. */
export function AlwaysAllow({ suggestions, isDisabled, mayAllow, onEarly, onChoose, onChange }: Props) {
  const menuId = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  function move(step: number) {
    const all = items()
    const index = all.indexOf(document.activeElement as HTMLElement)
    all[(index + step + all.length) % all.length]?.focus()
  }

  const item = (onClick: () => void, words: ReactNode, className?: string) => (
    <button
      className={className}
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        menu.current?.hidePopover()
        onClick()
      }}
    >
      {words}
    </button>
  )

  return (
    <>
      <button
        ref={button}
        type="button"
        className="button"
        popoverTarget={menuId}
        disabled={isDisabled}
        aria-disabled={!mayAllow || undefined}
        aria-haspopup="menu"
        onClick={(event) => {
          if (mayAllow) return
          event.preventDefault()
          onEarly()
        }}
      >
        Always allow…
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        role="menu"
        aria-label="Always allow"
        className="menu"
        onBeforeToggle={(event) => setIsOpen(event.newState === 'open')}
        // It comes a moment after the menu: whoever is in there already stays where they are.
        onToggle={({ newState }) => {
          if (newState === 'open' && !menu.current?.contains(document.activeElement)) items()[0]?.focus()
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else if (event.key === 'Escape') {
            menu.current?.hidePopover()
            button.current?.focus()
          } else return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        {(isOpen ? suggestions : []).map((suggestion, index) => {
          const { what, where } = toSuggestionText(suggestion)
          const draft = toRuleDraft(suggestion, index)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a suggestion is its place
            <Fragment key={index}>
              {item(
                () => onChoose(suggestion),
                <>
                  {what}
                  <span className="quiet">, {where}</span>
                </>,
              )}
              {draft !== null && item(() => onChange(draft), 'Change the rule…', 'quiet')}
            </Fragment>
          )
        })}
      </div>
    </>
  )
}
