import { expect, it } from 'vitest'
import { type Action, toActions } from './actions.ts'

const run = () => undefined
const offered: Record<string, Action[]> = {
  frame: [{ id: 'help', name: 'Help', group: 'Everywhere', keys: ['?'], run }],
  view: [{ id: 'stop', name: 'Stop', group: 'Session', keys: ['Escape'], run }],
}

it('names what a view offers before what is there everywhere', () => {
  expect(toActions(offered, {}).map(({ id }) => id)).toEqual(['stop', 'help'])
})

it('goes by the keys that a person has chosen, and by none where they took one away', () => {
  const [stop, help] = toActions(offered, { stop: null, help: 'Mod+Shift+H' })
  expect(stop?.keys).toBeUndefined()
  expect(help?.keys).toEqual(['Mod+Shift+h'])
  const names = ['Alt+ArrowUp', 'Shift+F2', 'Mod++', '+', 'w']
  for (const name of names)
    expect(toActions(offered, { help: name }).find(({ id }) => id === 'help')?.keys).toEqual([name])
})
