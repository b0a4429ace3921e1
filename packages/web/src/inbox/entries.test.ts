import type { InboxItem } from '@quarterdeck/contract'
import { describe, expect, it } from 'vitest'
import { isForOwnButton } from './answer-by-key.ts'
import { findAlike, updateEntries } from './entries.ts'

const toItem = (requestId: string, since: string, more: Partial<InboxItem> = {}): InboxItem => ({
  kind: 'approval',
  sessionId: 's',
  title: 'Fix it',
  projectPath: '/p',
  requestId,
  toolName: 'Bash',
  inputHash: 'h',
  since,
  ...more,
})
const { requestId: _, ...finished } = toItem('', '9', { kind: 'finished' })
const keys = (entries: ReturnType<typeof updateEntries>) => entries.map(({ key }) => key)

describe('the inbox', () => {
  it('has the newest need first, and news after all that waits', () => {
    const entries = updateEntries([], [finished, toItem('old', '1'), toItem('new', '2')], false)
    expect(keys(entries)).toEqual(['s new', 's old', 's finished'])
  })

  it('does not move while somebody is at it: what is new comes last', () => {
    const items = [toItem('old', '1'), toItem('new', '2'), finished]
    const before = updateEntries([], [toItem('old', '1'), finished], false)
    expect(keys(updateEntries(before, items, true))).toEqual(['s old', 's new', 's finished'])
    expect(keys(updateEntries(before, items, false))).toEqual(['s new', 's old', 's finished'])
  })

  it('leaves what was answered in its place for a moment, and lets read news go', () => {
    const before = updateEntries([], [toItem('a', '2'), finished], false)
    const after = updateEntries(before, [], false)
    expect(after).toMatchObject([{ key: 's a', gone: '' }])
    expect(updateEntries([{ ...after[0], gone: 'Denied.' } as never], [], false)).toMatchObject([{ gone: 'Denied.' }])
  })
})

describe('alike', () => {
  const [first, ...others] = updateEntries(
    [],
    [
      toItem('a', '6'),
      toItem('b', '5', { sessionId: 't' }),
      toItem('c', '4', { inputHash: 'other' }),
      toItem('d', '3', { toolName: 'Write' }),
      toItem('e', '2', { projectPath: '/elsewhere' }),
      toItem('f', '1', { kind: 'question' }),
    ],
    false,
  )
  it('are the same tool with the same input in the same project', () => {
    const found = findAlike([first as never, ...others], first as never)
    expect(found.map(({ requestId }) => requestId)).toEqual(['a', 'b'])
  })
  it('leaves out what wants a person each time', () => {
    const entries = updateEntries(
      [],
      [toItem('a', '3', { needsCare: true }), toItem('b', '2'), toItem('c', '1')],
      false,
    )
    const alike = entries.map((entry) => findAlike(entries, entry).map(({ requestId }) => requestId))
    expect(alike).toEqual([[], ['b', 'c'], ['b', 'c']])
  })
  it('is nothing without a hash that binds it', () => {
    const bare = toItem('a', '1')
    delete bare.inputHash
    const entries = updateEntries([], [bare, { ...bare, requestId: 'b' }], false)
    expect(findAlike(entries, entries[0] as never)).toEqual([])
  })
})

describe('a key', () => {
  it('is too little for what wants a person, and enough for a question, whose answer was chosen before', () => {
    expect(isForOwnButton(toItem('a', '1'))).toBe(false)
    expect(isForOwnButton(toItem('a', '1', { needsCare: true }))).toBe(true)
    expect(isForOwnButton(toItem('a', '1', { needsCare: true, kind: 'plan' }))).toBe(true)
    expect(isForOwnButton(toItem('a', '1', { needsCare: true, kind: 'question' }))).toBe(false)
  })
})
