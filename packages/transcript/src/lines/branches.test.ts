import { describe, expect, it } from 'vitest'
import { assistant, play, type Raw, system, text, tool, toolResult, user } from '../lines-for-test.ts'
import { printRows } from '../recorded/print-rows.ts'
import { rows } from '../rows/rows.ts'
import type { SessionState } from '../state/session-state.ts'
import { listBranches, selectBranch } from './branches.ts'

const shown = (state: SessionState) => printRows(rows(state))
const at = (uuid: string, parentUuid: string | null, raw: Raw): Raw => ({ ...raw, uuid, parentUuid })
const prompt = (uuid: string, parent: string | null) => at(uuid, parent, user(uuid))
const reply = (uuid: string, parent: string) => at(uuid, parent, assistant(`m-${uuid}`, [text(uuid)]))

/** A prompt that was edited: two answers to one beginning. */
const forked = [
  prompt('a', null),
  reply('b', 'a'),
  prompt('c', 'b'),
  reply('d', 'c'),
  prompt('e', 'b'),
  reply('f', 'e'),
]

describe('the current branch of a transcript', () => {
  it('ends in the newest line; other branches are kept and can be selected', () => {
    const state = play(forked)
    expect(shown(state)).toBe('You: a\nClaude: b\nYou: e\nClaude: f\n')
    expect(state.forks).toBe(1)
    expect(listBranches(state)).toEqual([
      { leaf: 'f', fork: null, isCurrent: true, length: 4 },
      { leaf: 'd', fork: 'b', isCurrent: false, length: 2 },
    ])
    const other = selectBranch(state, 'd')
    expect(shown(other)).toBe('You: a\nClaude: b\nYou: c\nClaude: d\n')
    expect(shown(selectBranch(other, 'f'))).toBe(shown(state))
    expect(printRows(rows(state, { everything: true }))).toContain('Claude: d')
  })

  it('may begin again with another first prompt', () => {
    const state = play([prompt('a', null), reply('b', 'a'), prompt('c', null), reply('d', 'c')])
    expect(shown(state)).toBe('You: c\nClaude: d\n')
  })

  it('goes on over a compaction by the logical parent', () => {
    const boundary = { ...at('x', null, system('compact_boundary')), logicalParentUuid: 'b' }
    const state = play([prompt('a', null), reply('b', 'a'), boundary, prompt('c', 'x')])
    expect(shown(state)).toBe('You: a\nClaude: b\n─── The context was compacted here.\nYou: c\n')
    expect(state.forks).toBe(0)
  })

  it('keeps the results of parallel calls together, though they are siblings in the tree', () => {
    const state = play([
      prompt('a', null),
      at('b', 'a', assistant('m', [tool('t1')])),
      at('c', 'b', assistant('m', [tool('t2')])),
      at('r1', 'b', toolResult('t1', 'one')),
      at('r2', 'c', toolResult('t2', 'two')),
      reply('d', 'r2'),
    ])
    expect(shown(state)).toBe(
      'You: a\nBash {"command":"ls"} — done → one\nBash {"command":"ls"} — done → two\nClaude: d\n',
    )
  })

  it('keeps lines whose parent is missing, and survives a circle of parents', () => {
    expect(shown(play([prompt('a', null), reply('b', 'lost'), prompt('c', 'b')]))).toBe('You: a\nClaude: b\nYou: c\n')
    const circle = play([prompt('a', 'b'), prompt('b', 'a'), prompt('c', 'a'), prompt('a2', 'a2')])
    expect(shown(circle)).toContain('You: a2')
    expect(listBranches(circle).length).toBeGreaterThan(0)
  })
})
