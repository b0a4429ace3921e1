import type { SessionRow } from '@quarterdeck/contract'
import { expect, it } from 'vitest'
import type { Action } from './actions.ts'
import { listChoices } from './list-choices.ts'

const toRow = (sessionId: string, title: string, pending = 0) =>
  ({ sessionId, title, pending, projectPath: '/home/you/harbour', status: 'idle' }) as SessionRow
const rows = [toRow('1', 'Upgrade vite'), toRow('2', 'Fix the login', 1)]
const opened: string[] = []
const actions: Action[] = [
  { id: 'newSession', name: 'New session', group: 'Everywhere', keys: ['n'], run: () => undefined },
  { id: 'palette', name: 'Command palette', group: 'Everywhere', isKeyOnly: true, run: () => undefined },
]
const list = (typed: string, recent: string[] = []) =>
  listChoices(typed, { rows, actions, recent, open: (id) => opened.push(id) }).map(({ name, choices }) => [
    name,
    ...choices.map((choice) => choice.name),
  ])

it('offers at first what was chosen last, then sessions with those that wait first, then commands', () => {
  expect(list('', ['newSession', 'session 9'])).toEqual([
    ['Chosen last', 'New session'],
    ['Sessions', 'Fix the login', 'Upgrade vite'],
  ])
})

it('says first how a session fares: of a long line the end is cut', () => {
  const [found] = listChoices('login', { rows, actions, recent: [], open: () => undefined })
  expect(found?.choices[0]?.hint).toBe('idle · harbour')
})

it('finds sessions by title and project, and commands by name', () => {
  expect(list('harb vite')).toEqual([['Found', 'Upgrade vite']])
  expect(list('new')).toEqual([['Found', 'New session']])
  expect(list('nothing like it')).toEqual([])
})

it('does not offer what makes sense by its key alone', () => {
  expect(list('palette')).toEqual([])
})
