import { useEffect } from 'react'

/** Where the dialog keeps what is written in it. */
const KEY = 'quarterdeck-new-session'
const wishes = new EventTarget()

/** Opens the dialog for a new session, from any view, with a folder and a prompt already in it. */
export function askForSession(draft: { cwd: string; prompt: string }): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing opens it empty.
  }
  wishes.dispatchEvent(new Event('wish'))
}

export function useAskedForSession(open: () => void): void {
  useEffect(() => {
    wishes.addEventListener('wish', open)
    return () => wishes.removeEventListener('wish', open)
  }, [open])
}
