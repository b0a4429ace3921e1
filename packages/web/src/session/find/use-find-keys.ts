import { useEffect } from 'react'

/** Ctrl+F, or Cmd+F: once more in the field itself, and the browser's own is opened. */
export function useFindKeys(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isAsked =
        event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isAsked || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      if (document.activeElement?.closest('.find-bar')) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
}
