import { toKeyName } from '../palette/keys.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'>

/** The name of a key that may be given to something; `none` for what is no key of its own, or moves the focus. */
export function toPressedKey(event: Pressed): string {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Tab', 'Enter', ' '].includes(key)) return 'none'
  const isAltGraph = event.getModifierState('AltGraph')
  return toKeyName({ key, code, ctrlKey, metaKey, altKey, shiftKey, isAltGraph })
}
