import { describe, expect, it } from 'vitest'
import {
  applyFound,
  applyKey,
  applyText,
  type ComposerSituation,
  initialComposerState,
  type KeyPress,
} from './composer-keys.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  name: key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  repeat: false,
  ...more,
})
const situation = (more: Partial<ComposerSituation> = {}): ComposerSituation => ({
  text: 'fix the bug',
  isAtStart: false,
  isRecalling: false,
  enterSends: true,
  suggestion: null,
  list: null,
  ...more,
})
const list = (more: Partial<NonNullable<ComposerSituation['list']>> = {}) =>
  situation({ list: { values: ['clear', 'compact', 'cost'], areCurrent: true, isWhole: false, ...more } })
const effectOf = (pressed: KeyPress, now: ComposerSituation) => applyKey(initialComposerState, pressed, now).effect

describe('Enter', () => {
  it('sends where the person wants that, and begins a line otherwise', () => {
    expect(effectOf(press('Enter'), situation())).toEqual({ kind: 'send', whenBusy: 'queue' })
    expect(applyKey(initialComposerState, press('Enter'), situation({ enterSends: false })).isTaken).toBe(false)
    expect(applyKey(initialComposerState, press('Enter', { shiftKey: true }), situation()).isTaken).toBe(false)
  })

  it('sends with Ctrl or Cmd in any case, and with Shift into the running turn', () => {
    for (const mod of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(effectOf(press('Enter', mod), situation({ enterSends: false }))).toEqual({
        kind: 'send',
        whenBusy: 'queue',
      })
      expect(effectOf(press('Enter', { ...mod, shiftKey: true }), situation())).toEqual({
        kind: 'send',
        whenBusy: 'now',
      })
    }
  })

  it('that is held down is taken and does nothing', () => {
    const held = applyKey(initialComposerState, press('Enter', { repeat: true }), situation())
    expect(held).toEqual({ state: initialComposerState, effect: null, isTaken: true })
    const line = applyKey(initialComposerState, press('Enter', { repeat: true }), situation({ enterSends: false }))
    expect(line.isTaken).toBe(false)
  })
})

describe('Escape', () => {
  it('clears the text, and is left to the page where there is none', () => {
    expect(effectOf(press('Escape'), situation())).toEqual({ kind: 'clear' })
    expect(applyKey(initialComposerState, press('Escape'), situation({ text: '' })).isTaken).toBe(false)
  })

  it('that is held down clears nothing and stops nothing', () => {
    for (const text of ['', 'fix the bug'])
      expect(applyKey(initialComposerState, press('Escape', { repeat: true }), situation({ text }))).toEqual({
        state: initialComposerState,
        effect: null,
        isTaken: true,
      })
  })

  it('closes the completion list first, until something is typed', () => {
    const { state, effect } = applyKey({ ...initialComposerState, waitingKey: 'Tab' }, press('Escape'), list())
    expect([state.isListClosed, state.waitingKey, effect]).toEqual([true, null, null])
    expect(applyText(4)).toEqual({ ...initialComposerState, caret: 4 })
  })
})

describe('the completion list', () => {
  it('is walked round by the arrows', () => {
    const up = applyKey(initialComposerState, press('ArrowUp'), list()).state
    expect(up.at).toBe(2)
    expect(applyKey(up, press('ArrowDown'), list()).state.at).toBe(0)
  })

  it('gives its chosen item to Enter and Tab', () => {
    for (const key of ['Enter', 'Tab'])
      expect(applyKey({ ...initialComposerState, at: 1 }, press(key), list()).effect).toEqual({
        kind: 'choose',
        value: 'compact',
      })
  })

  it('lets Enter send a command that was typed to its end, and a message with Ctrl', () => {
    expect(effectOf(press('Enter'), list({ isWhole: true }))).toEqual({ kind: 'send', whenBusy: 'queue' })
    expect(effectOf(press('Enter', { ctrlKey: true }), list())).toEqual({ kind: 'send', whenBusy: 'queue' })
  })

  it('keeps a key waiting while it shows the completions of an older text', () => {
    const { state, effect, isTaken } = applyKey(initialComposerState, press('Enter'), list({ areCurrent: false }))
    expect([state.waitingKey, effect, isTaken]).toEqual(['Enter', null, true])
    const found = applyFound(state, ['new'], situation())
    expect(found).toMatchObject({ state: { waitingKey: null }, effect: { kind: 'choose', value: 'new' } })
    // Nothing fits any more: Enter was meant for the message.
    expect(applyFound(state, [], situation()).effect).toEqual({ kind: 'send', whenBusy: 'queue' })
    expect(applyFound(state, [], situation({ enterSends: false })).effect).toBeNull()
    expect(applyFound({ ...state, waitingKey: 'Tab' }, [], situation()).effect).toBeNull()
    expect(applyFound(initialComposerState, ['new'], situation()).effect).toBeNull()
  })
})

describe('the arrows', () => {
  it('recall from the start of the text, and go on while recalling', () => {
    expect(effectOf(press('ArrowUp'), situation())).toBeNull()
    expect(effectOf(press('ArrowUp'), situation({ isAtStart: true }))).toEqual({ kind: 'recall', direction: 1 })
    expect(effectOf(press('ArrowUp'), situation({ isRecalling: true }))).toEqual({ kind: 'recall', direction: 1 })
    expect(effectOf(press('ArrowDown'), situation({ isRecalling: true }))).toEqual({ kind: 'recall', direction: -1 })
    expect(effectOf(press('ArrowDown'), situation({ isAtStart: true }))).toBeNull()
  })
})

describe('Tab', () => {
  it('takes the suggestion into an empty field, and leaves the field otherwise', () => {
    const suggestion = 'run the tests'
    expect(effectOf(press('Tab'), situation({ text: '', suggestion }))).toEqual({ kind: 'suggest', text: suggestion })
    expect(effectOf(press('Tab'), situation({ suggestion }))).toBeNull()
    expect(effectOf(press('Tab', { shiftKey: true }), situation({ text: '', suggestion }))).toBeNull()
  })
})

it('Ctrl+R searches what was typed before, and Cmd+R is the browser’s', () => {
  const name = 'Mod+r'
  expect(effectOf(press('r', { name, ctrlKey: true }), situation())).toEqual({ kind: 'search' })
  expect(effectOf(press('r', { name, metaKey: true }), situation())).toBeNull()
})
