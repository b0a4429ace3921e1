import type { KeyboardEvent } from 'react'

/** Chooses an option by its number from 1 on: of the question that has the focus, or of the first. True where the key was for that. */
export function chooseByDigit(event: KeyboardEvent<HTMLElement>): boolean {
  const { key, target, currentTarget } = event
  if (!/^[1-9]$/.test(key) || event.ctrlKey || event.metaKey || event.altKey) return false
  if (!(target instanceof Element) || target.matches('textarea, select, input:not([type=radio], [type=checkbox])'))
    return false
  const question = target.closest('.question') ?? currentTarget.querySelector('.question')
  const option = question?.querySelectorAll<HTMLInputElement>('.question-option input')[Number(key) - 1]
  if (option === undefined) return false
  // A key that is held down must not take back what it has chosen.
  if (!event.repeat) option.click()
  // The next number is for the same question.
  option.focus()
  return true
}
