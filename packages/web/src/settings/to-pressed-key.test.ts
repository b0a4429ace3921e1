import { expect, it } from 'vitest'
import { toPressedKey } from './to-pressed-key.ts'

const plain = {
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  getModifierState: () => false,
}

it('is what can be given to something, and nothing that moves the focus or presses a button', () => {
  expect(toPressedKey({ ...plain, key: 'w' })).toBe('w')
  expect(toPressedKey({ ...plain, key: 'K', ctrlKey: true, shiftKey: true })).toBe('Mod+Shift+k')
  for (const key of ['Shift', 'Tab', 'Enter', ' ']) expect(toPressedKey({ ...plain, key })).toBe('none')
})
