import { describe, expect, it } from 'vitest'
import { toMarkdown } from '../export/markdown.ts'
import { assistant, play, stream, text, tool, toolResult, user } from '../lines-for-test.ts'
import type { Row } from './row.ts'
import { rows } from './rows.ts'

const delta = (words: string) =>
  stream({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } })

describe('rows', () => {
  it('group consecutive calls, also of several messages, until a text follows', () => {
    const state = play([
      assistant('a', [tool('t1'), tool('t2')]),
      toolResult('t1', 'x'),
      assistant('b', [tool('t3')]),
      assistant('c', [text('So.'), tool('t4')]),
    ])
    expect(rows(state).map((row) => (row.kind === 'tools' ? row.calls.map((call) => call.key) : row.kind))).toEqual([
      ['t1', 't2', 't3'],
      'text',
      ['t4'],
    ])
  })

  it('change one row for a delta: all others stay the same objects', () => {
    const before = play([
      user('Hi'),
      assistant('a', [text('One.'), tool('t1')]),
      user('More', { isReplay: true }),
      stream({ type: 'message_start', message: { id: 'm' } }),
      stream({ type: 'content_block_start', index: 0, content_block: text('') }),
      delta('Hel'),
    ])
    const first = rows(before)
    const second = rows(play([delta('lo')], before), { previous: first })
    expect(second.map((row, index) => row === first[index])).toEqual([true, true, true, true, false])
    expect(second.at(-1)).toMatchObject({ text: 'Hello' })
    expect(rows(before, { previous: first })).toBe(first)
  })

  it('keep what is far behind a late change, and make the changed row anew', () => {
    const lines = Array.from({ length: 200 }, (_, index) =>
      assistant(`m${index}`, [text(`words ${index}`), tool(`t${index}`)]),
    )
    const before = play(lines)
    const first = rows(before)
    const second = rows(play([toolResult('t3', 'late')], before), { previous: first })
    const changed = second.flatMap((row, index) => (row === first[index] ? [] : [index]))
    expect(changed).toEqual([7])
    expect(second).toEqual(rows(play([toolResult('t3', 'late')], before)))
  })

  it('change the call that holds an agent when the agent speaks, and its row alone', () => {
    const before = play([user('Hi'), assistant('m', [tool('a', 'Agent'), tool('b', 'Agent')])])
    const first = rows(before)
    const second = rows(play([{ ...assistant('n', [text('In.')]), parent_tool_use_id: 'b' }], before), {
      previous: first,
    })
    expect(second[0]).toBe(first[0])
    const [one, two] = [first[1], second[1]]
    if (one?.kind !== 'tools' || two?.kind !== 'tools') throw new Error('There is no group of calls.')
    expect([two.calls[0] === one.calls[0], two.calls[1] === one.calls[1]]).toEqual([true, false])
    expect(two.calls[1]?.rows).toMatchObject([{ text: 'In.' }])
  })

  it('have a day row where another day begins', () => {
    const at = (day: number, words: string) => ({
      ...user(words),
      parentUuid: null,
      timestamp: `2026-01-0${day}T10:00:00.000Z`,
    })
    const state = play([at(1, 'a'), { ...at(1, 'b'), parentUuid: 'u-a' }, { ...at(2, 'c'), parentUuid: 'u-b' }])
    expect(rows(state).map((row) => (row.kind === 'day' ? row.day : row.kind))).toEqual([
      'user',
      'user',
      '2026-01-02',
      'user',
    ])
  })

  it('begin a day where the reader’s does, and an export where that of UTC does', () => {
    const at = (words: string, time: string, parentUuid: string | null) => ({
      ...user(words),
      parentUuid,
      timestamp: `2026-01-${time}:00.000Z`,
    })
    const toDay = (time: string) => new Date(Date.parse(time) + 2 * 3_600_000).toISOString().slice(0, 10)
    const before = play([at('a', '01T21:50', null)])
    const state = play([at('b', '01T22:10', 'u-a'), at('c', '02T00:10', 'u-b')], before)
    const list = (toDay?: (at: string) => string) =>
      rows(state, { ...(toDay && { toDay }), previous: rows(before, toDay && { toDay }) }).map((row) =>
        row.kind === 'day' ? row.day : row.kind === 'user' && row.entry.text,
      )
    expect(list(toDay)).toEqual(['a', '2026-01-02', 'b', 'c'])
    expect(list()).toEqual(['a', 'b', '2026-01-02', 'c'])
    expect(rows(state, { toDay, previous: rows(state) })).toEqual(rows(state, { toDay }))
    expect(toMarkdown(state)).toMatch(/> b\s+\*2026-01-02\*/)
  })

  it('stay as they are when older calls come before them: these are groups of their own, in runs of any length', () => {
    const lines = Array.from({ length: 400 }, (_, index) => assistant(`m${index}`, [tool(`t${index}`)]))
    const toLengths = (all: readonly Row[]) => all.map((row) => (row.kind === 'tools' ? row.calls.length : 0))
    const first = rows(play(lines.slice(280)))
    expect(toLengths(first)).toEqual([50, 50, 20])
    const second = rows(play(lines.slice(217)), { previous: first })
    expect(toLengths(second)).toEqual([50, 13, 50, 50, 20])
    expect(second.slice(2).map(({ key }) => key)).toEqual(first.map(({ key }) => key))
    const third = rows(play(lines.slice(200)), { previous: second })
    expect(third.slice(1).map(({ key }) => key)).toEqual(second.map(({ key }) => key))
    // Also where everything is wanted, and when the run goes on.
    expect(rows(play(lines.slice(200)), { previous: third, everything: true })).toEqual(third)
    const longer = rows(play([assistant('n', [tool('n')])], play(lines.slice(200))), { previous: third })
    expect(toLengths(longer)).toEqual([17, 50, 13, 50, 50, 21])
  })

  it('break a very long run of calls into groups, so that one more stays cheap', () => {
    const state = play(Array.from({ length: 120 }, (_, index) => assistant(`m${index}`, [tool(`t${index}`)])))
    expect(rows(state).map((row) => row.kind === 'tools' && row.calls.length)).toEqual([50, 50, 20])
  })
})
