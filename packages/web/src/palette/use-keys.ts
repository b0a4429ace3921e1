import { useEffect } from 'react'
import { usePreferences } from '../frame/preferences/use-preferences.ts'
import { isComposing } from '../text/is-composing.ts'
import { listActions } from './actions.ts'
import { isOptionText, type KeyPress, matchKeys, toKeyNames, toKeyPress } from './keys.ts'

/** So long is waited for the second of two keys. */
const SECOND_KEY_MS = 1500

/** The one place that hears keys for the whole page. What is typed into a field is text, and what is open over the page has its own keys. */
export function useKeys(): void {
  const { keys } = usePreferences().preferences
  useEffect(() => {
    let before = ''
    let pressedAt = 0

    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || isComposing(event) || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key))
        return
      const press = toKeyPress(event)
      const names = toKeyNames(press).filter((name) => isHeard(name, press, event.target))
      if (names.length === 0) return
      if (document.querySelector('dialog[open], :popover-open') !== null) return
      const actions = listActions(keys)
      const used = new Set(actions.flatMap((action) => action.keys ?? []))
      const { found, rest } = matchKeys(used, event.timeStamp - pressedAt < SECOND_KEY_MS ? before : '', names)
      before = rest
      pressedAt = event.timeStamp
      if (found === null) return
      event.preventDefault()
      const action = actions.find(({ keys }) => keys?.includes(found))
      // A key that is held down must not answer what comes into its place.
      if (event.repeat && !action?.mayRepeat) return
      action?.run(found)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [keys])
}

function isHeard(name: string, press: KeyPress, target: EventTarget | null): boolean {
  if (isField(target) && (!isForThePage(name) || isOptionText(press))) return false
  // Everywhere else it goes back to what was in focus before.
  if (name === 'Shift+Tab') return isMessage(target)
  return name !== 'Enter' || !isPressable(target)
}

/** Writes nothing into a field. */
function isForThePage(name: string): boolean {
  return name.startsWith('Mod+') || name.startsWith('Alt+') || name === 'Escape' || name === 'Shift+Tab'
}

function isMessage(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('textarea[aria-label="Message"]')
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary, input, label') !== null
}

/** Whether typing there means text, or a choice. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea, select, [role=menuitem], [role=option]')) return true
  return target.matches('input:not([type=checkbox], [type=radio], [type=button], [type=submit])')
}
