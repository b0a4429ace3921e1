import { useEffect } from 'react'
import { toKeyName, toKeyPress } from '../../palette/keys.ts'

/** Ctrl+F, or Cmd+F: once more in the field itself, and the browser's own is opened. */
export function useFindKeys(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isAsked = toKeyName(toKeyPress(event)) === 'Mod+f'
      if (!isAsked || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      if (document.activeElement?.closest('.find-bar')) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
}
