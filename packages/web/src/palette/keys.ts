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

/** The name of what was pressed: `Mod+k`, `j`, `?`, `Escape`. Mod is Ctrl, or Cmd on a Mac. */
export function toKeyName({ key, code, ctrlKey, metaKey, altKey, shiftKey, isAltGraph }: KeyPress): string {
  const isCharacter = [...key].length === 1
  const isMod = (ctrlKey || metaKey) && !isAltGraph
  // On a Mac, Alt writes another character than the one on the key.
  const isOfKey = code.replace(/^(Key|Digit)/, '') === key.toUpperCase()
  const hasAlt = altKey && (!isCharacter || (isOfKey && !isAltGraph))
  // Where a key writes a character, Shift and Alt have done their work already. Caps Lock is nobody's wish.
  const name = isCharacter && (isMod || !shiftKey) ? key.toLowerCase() : key
  const hasShift = shiftKey && (!isCharacter || isMod)
  return `${isMod ? 'Mod+' : ''}${hasAlt ? 'Alt+' : ''}${hasShift ? 'Shift+' : ''}${name}`
}

export interface KeyMatch {
  /** What the keys are, where they are somebody's. */
  found: string | null
  /** What was pressed so far, where more may follow. */
  rest: string
}

/** Finds keys such as `j` and `g i` among those that are used, with what was pressed before. */
export function matchKeys(used: ReadonlySet<string>, before: string, pressed: string): KeyMatch {
  for (const keys of before === '' ? [pressed] : [`${before} ${pressed}`, pressed]) {
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
