const KEY = 'quarterdeck-chosen'
const KEPT = 4

/** Ids of what was chosen in the palette last, the newest first. */
export function readChosen(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function keepChosen(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...readChosen().filter((each) => each !== id)].slice(0, KEPT)))
  } catch {
    // A browser that keeps nothing begins with the newest sessions.
  }
}
