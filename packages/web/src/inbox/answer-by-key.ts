/** The names of a card's buttons. Keys press them, so that a key can do nothing that a button would not. */
const ALLOW = ['Allow once', 'Approve and ask', 'Submit answers', 'Submit', 'I have done it']
const DENY = ['Deny', 'Keep planning', 'Skip', 'Mark as read']

export type Pressed = 'done' | 'nothing' | 'not seen' | 'out of sight' | 'own button' | 'plan'

/** Hints where a key was not enough. */
export const HINTS: Readonly<Record<Pressed, string>> = {
  done: '',
  nothing: '',
  'not seen': 'When you have read to the end of it, press again.',
  'out of sight': 'It was out of sight. Here it is: press again.',
  'own button':
    'Claude Code wants a person to look at this one: a key does not allow it. Read it, and use its own button.',
  plan: 'Read the plan, and choose with its own buttons how to go on.',
}

/** Whether a key would be too little to allow it. In a question the person has chosen before they press one. */
export function isForOwnButton({ kind, needsCare }: { kind: string; needsCare?: boolean | undefined }): boolean {
  return needsCare === true && kind !== 'question'
}

/** Presses the button of a card that allows or denies. Nothing is answered out of sight, and nothing allowed whose end was not on the screen. */
export function pressAnswer(card: HTMLElement, answer: 'allow' | 'deny'): Pressed {
  const button = findButton(card, answer === 'allow' ? ALLOW : DENY)
  if (button === undefined || button.disabled) return 'nothing'
  if (answer === 'allow' && !isSeen(card)) return 'not seen'
  if (!isInSight(card)) {
    card.scrollIntoView({ block: 'nearest' })
    return 'out of sight'
  }
  button.click()
  return 'done'
}

function findButton(card: HTMLElement, names: readonly string[]): HTMLButtonElement | undefined {
  return [...card.querySelectorAll('button')].find((each) => names.includes(each.textContent ?? ''))
}

/** Whether the end of what is asked was on the screen, which the card itself knows, and is there now. Where it is not, it is brought there. */
export function isSeen(card: HTMLElement): boolean {
  return showEnd(card) && findButton(card, ALLOW)?.ariaDisabled !== 'true'
}

/** So much of a card shows which one it is. */
const ENOUGH_PX = 40

function isInSight(card: HTMLElement): boolean {
  const { top, bottom } = card.getBoundingClientRect()
  return bottom >= ENOUGH_PX && top <= window.innerHeight - ENOUGH_PX
}

/** Leads to a card that a key must not allow: into it, so that its buttons come next, and to the end of what it asks. */
export function leadTo(card: HTMLElement): Pressed {
  showEnd(card)
  card.querySelector<HTMLElement>('.card')?.focus({ preventScroll: true })
  return findButton(card, ['Approve and ask']) === undefined ? 'own button' : 'plan'
}

/** Chooses an option of a question, or shows a suggestion of the menu, by its number from 1 on. */
export function pressNumber(card: HTMLElement, number: number): Pressed {
  const option = card.querySelectorAll<HTMLInputElement>('.question-option input')[number - 1]
  if (option !== undefined) {
    option.click()
    return 'done'
  }
  const menu = card.querySelector<HTMLElement>('[popover][role=menu]')
  if (menu === null || !showEnd(card)) return menu === null ? 'nothing' : 'not seen'
  // A rule that lasts is more than an answer: the number leads to it, and Enter chooses it.
  const focus = () => menu.querySelectorAll<HTMLElement>('[role=menuitem]:not(.quiet)')[number - 1]?.focus()
  menu.addEventListener('toggle', focus, { once: true })
  menu.showPopover()
  return 'done'
}

/** Whether the end of what is asked about is on the screen; where it is not, it is brought there. */
export function showEnd(card: HTMLElement): boolean {
  // A form is read to its end, as is the card that has nothing else in it.
  const input = card.querySelector('.card-input') ?? card.querySelector('.card') ?? card
  const isAtEnd = input.scrollTop + input.clientHeight >= input.scrollHeight - 2
  const { bottom } = input.getBoundingClientRect()
  const isInWindow = bottom <= window.innerHeight + 1 && bottom > 0
  if (isAtEnd && isInWindow) return true
  input.scrollTop = input.scrollHeight
  if (!isInWindow) input.scrollIntoView({ block: 'end' })
  return false
}
