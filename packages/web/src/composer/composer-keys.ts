export type WhenBusy = 'queue' | 'now'

/** Where the composer stands, beside the text itself. */
export interface ComposerState {
  caret: number
  /** The chosen item of the completion list. */
  at: number
  /** Escape has closed the completion list; typing opens it again. */
  isListClosed: boolean
  /** Pressed while the list showed the completions of an older text: it counts once those of this text are there. */
  waitingKey: 'Enter' | 'Tab' | null
}

export const initialComposerState: ComposerState = { caret: 0, at: 0, isListClosed: false, waitingKey: null }

export interface KeyPress {
  key: string
  /** The key with its modifiers, as shortcuts are named: `Mod+r`. */
  name: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  /** Held down. */
  repeat: boolean
}

/** All that the meaning of a key depends on. */
export interface ComposerSituation {
  text: string
  /** The caret stands before the first character, and nothing is selected. */
  isAtStart: boolean
  isRecalling: boolean
  enterSends: boolean
  suggestion: string | null
  /** The completion list, where one is open. */
  list: {
    values: readonly string[]
    /** They are completions of the text as it is now. */
    areCurrent: boolean
    /** The chosen item is a command that was typed to its end: Enter means it, and completes nothing. */
    isWhole: boolean
  } | null
}

export type ComposerEffect =
  | { kind: 'send'; whenBusy: WhenBusy }
  | { kind: 'search' }
  /** The key is taken only where there is something to recall. */
  | { kind: 'recall'; direction: 1 | -1 }
  | { kind: 'suggest'; text: string }
  | { kind: 'clear' }
  | { kind: 'choose'; value: string }

export interface Transition {
  state: ComposerState
  effect: ComposerEffect | null
  /** The key was for the composer, and does nothing else. */
  isTaken: boolean
}

/** The text was changed, by typing or by us. */
export function applyText(caret: number): ComposerState {
  return { ...initialComposerState, caret }
}

export function applyKey(state: ComposerState, press: KeyPress, situation: ComposerSituation): Transition {
  // A held key has closed, chosen or cleared something already: only a fresh press clears, stops or sends.
  if (isHeld(press, situation)) return { state, effect: null, isTaken: true }
  const onList = situation.list === null ? null : applyListKey(state, press, situation.list)
  if (onList !== null) return onList
  const effect = findEffect(press, situation)
  return { state, effect, isTaken: effect !== null }
}

/** The completions of this text are there: a key that waited for them counts now. */
export function applyFound(
  state: ComposerState,
  values: readonly string[],
  { enterSends }: Pick<ComposerSituation, 'enterSends'>,
): Transition {
  const { waitingKey, at } = state
  if (waitingKey === null) return { state, effect: null, isTaken: false }
  const value = values[at]
  const isSend = value === undefined && waitingKey === 'Enter' && enterSends
  const effect: ComposerEffect | null =
    value !== undefined ? { kind: 'choose', value } : isSend ? { kind: 'send', whenBusy: 'queue' } : null
  return { state: { ...state, waitingKey: null }, effect, isTaken: true }
}

function isHeld({ key, repeat, shiftKey, ctrlKey, metaKey }: KeyPress, { enterSends }: ComposerSituation): boolean {
  return repeat && (key === 'Escape' || (key === 'Enter' && (ctrlKey || metaKey || (enterSends && !shiftKey))))
}

/** Null where the key was not for the list. */
function applyListKey(
  state: ComposerState,
  { key, shiftKey, ctrlKey, metaKey }: KeyPress,
  { values, areCurrent, isWhole }: NonNullable<ComposerSituation['list']>,
): Transition | null {
  const taken = (next: Partial<ComposerState>, effect: ComposerEffect | null = null): Transition => ({
    state: { ...state, ...next },
    effect,
    isTaken: true,
  })
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step !== 0) return taken({ at: (state.at + step + values.length) % values.length })
  if (key === 'Escape') return taken({ waitingKey: null, isListClosed: true })
  if (key !== 'Enter' && key !== 'Tab') return null
  if (key === 'Enter' && (isWhole || shiftKey || ctrlKey || metaKey)) return null
  // The list still shows the completions of an older text: the key waits for those of this one.
  if (!areCurrent) return taken({ waitingKey: key })
  return taken({}, { kind: 'choose', value: values[state.at] ?? '' })
}

function findEffect(press: KeyPress, situation: ComposerSituation): ComposerEffect | null {
  const { key, name, shiftKey, ctrlKey, metaKey } = press
  const { text, isAtStart, isRecalling, enterSends, suggestion } = situation
  const isMod = ctrlKey || metaKey
  if (key === 'Enter' && isMod && shiftKey) return { kind: 'send', whenBusy: 'now' }
  if (key === 'Enter' && !shiftKey && (enterSends || isMod)) return { kind: 'send', whenBusy: 'queue' }
  if (ctrlKey && !metaKey && name === 'Mod+r') return { kind: 'search' }
  if (key === 'ArrowUp' && (isAtStart || isRecalling)) return { kind: 'recall', direction: 1 }
  if (key === 'ArrowDown' && isRecalling) return { kind: 'recall', direction: -1 }
  if (key === 'Tab' && text === '' && suggestion && !shiftKey && !isMod) return { kind: 'suggest', text: suggestion }
  // The page's own Escape stops the turn; this one only clears, and ↑ or undo brings the text back.
  return key === 'Escape' && text !== '' ? { kind: 'clear' } : null
}
