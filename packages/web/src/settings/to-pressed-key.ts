import { toKeyName, toKeyPress } from '../palette/keys.ts'

type Pressed = Parameters<typeof toKeyPress>[0]

/** The name of a key that may be given to something; `none` for what is no key of its own, or moves the focus. */
export function toPressedKey(event: Pressed): string {
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Tab', 'Enter', ' '].includes(event.key)) return 'none'
  return toKeyName(toKeyPress(event))
}
