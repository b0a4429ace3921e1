import type { Preferences } from '@quarterdeck/contract'

const KEY = 'quarterdeck-look'

/** The attributes of the page that `tokens.css` goes by. Empty: as the system has it. */
export function toLook({ theme, density, reduceMotion }: Preferences): Record<string, string> {
  return {
    theme: theme === undefined || theme === 'system' ? '' : theme,
    density: density ?? '',
    motion: reduceMotion ? 'less' : '',
  }
}

/** Draws the page so, and keeps it for `look.js`, which draws the next visit so from the first moment on. */
export function applyLook(preferences: Preferences): void {
  const look = toLook(preferences)
  Object.assign(document.documentElement.dataset, look)
  try {
    localStorage.setItem(KEY, JSON.stringify(look))
  } catch {
    // A browser that keeps nothing asks the server every time.
  }
}
