/** As much of a keyboard event as is needed. */
export interface KeyPress {
  key: string
  /** Where it is on the keyboard. */
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  /** AltGr, with which many keyboards write `[` and `@`. */
  isAltGraph: boolean
}

type Pressed = Pick<KeyboardEvent, Exclude<keyof KeyPress, 'isAltGraph'> | 'getModifierState'>

/** Of an event of the browser. A Mac has no AltGr, but Firefox says so of Option. */
export function toKeyPress(event: Pressed, isOfMac = isMac): KeyPress {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const isAltGraph = !isOfMac && event.getModifierState('AltGraph')
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, isAltGraph }
}

/**
 * The name of what was pressed: `Mod+k`, `j`, `?`, `Escape`. Mod is Ctrl, or Cmd on a Mac. Where a key writes no character of ours, as
 * on a Russian keyboard or with Option on a Mac, it is the letter or digit that stands there on an English one.
 */
export function toKeyName(press: KeyPress): string {
  return toName({ ...press, key: toOurs(press) ?? press.key })
}

/** The same, behind the name that the character itself has: a person may have given that one to something. */
export function toKeyNames(press: KeyPress): string[] {
  return [...new Set([toName(press), toKeyName(press)])]
}

/** Whether Option writes this into a field. With a digit it writes “, «, £ or •, which people need; with a letter hardly ever. */
export function isOptionText(press: KeyPress, isOfMac = isMac): boolean {
  const { altKey, ctrlKey, metaKey, code } = press
  return isOfMac && altKey && !ctrlKey && !metaKey && code.startsWith('Digit') && isForeign(press.key)
}

function toName({ key, code, ctrlKey, metaKey, altKey, shiftKey, isAltGraph }: KeyPress): string {
  const isCharacter = isOne(key)
  const isMod = (ctrlKey || metaKey) && !isAltGraph
  // On a Mac, Alt writes another character than the one on the key; elsewhere it leaves the letter, wherever that stands.
  const isOfKey = /^[a-z]$/i.test(key) || code === `Digit${key}`
  const hasAlt = altKey && (!isCharacter || (isOfKey && !isAltGraph))
  // Where a key writes a character, Shift and Alt have done their work already. Caps Lock is nobody's wish.
  const name = isCharacter && (isMod || !shiftKey) ? key.toLowerCase() : key
  const hasShift = shiftKey && (!isCharacter || isMod)
  return `${isMod ? 'Mod+' : ''}${hasAlt ? 'Alt+' : ''}${hasShift ? 'Shift+' : ''}${name}`
}

/** Null where the character counts: it is one of ours, or AltGr was held to write it. With Shift, no digit is meant. */
function toOurs({ key, code, shiftKey, isAltGraph }: KeyPress): string | null {
  if (!isForeign(key) || isAltGraph) return null
  const [, letter, digit] = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  return shiftKey ? null : (digit ?? null)
}

function isForeign(key: string): boolean {
  return isOne(key) && key > '\u007f'
}

function isOne(key: string): boolean {
  return [...key].length === 1
}

export interface KeyMatch {
  /** What the keys are, where they are somebody's. */
  found: string | null
  /** What was pressed so far, where more may follow. */
  rest: string
}

/** Finds keys such as `j` and `g i` among those that are used, with what was pressed before. A press may have several names. */
export function matchKeys(used: ReadonlySet<string>, before: string, names: readonly string[]): KeyMatch {
  for (const keys of before === '' ? names : [...names.map((name) => `${before} ${name}`), ...names]) {
    if (used.has(keys)) return { found: keys, rest: '' }
    if ([...used].some((each) => each.startsWith(`${keys} `))) return { found: null, rest: keys }
  }
  return { found: null, rest: '' }
}

const WORDS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
}

/** Keys as a person reads them, one by one: `Ctrl K`, `g`, `i`. */
export function toKeyCaps(keys: string, isMac: boolean): string[] {
  return keys.split(' ').flatMap((press) => {
    const parts = press === '+' ? ['+'] : press.split('+')
    return parts.map((part, at) => {
      if (part === 'Mod') return isMac ? '⌘' : 'Ctrl'
      if (at === parts.length - 1 && parts.length > 1 && part.length === 1) return part.toUpperCase()
      return WORDS[part] ?? part
    })
  })
}

export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')
