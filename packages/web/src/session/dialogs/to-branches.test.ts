import { describe, expect, it } from 'vitest'
import { type TreeNode, toBranches } from './to-branches.ts'

const node = (uuid: string, parentUuid: string | null, more: Partial<TreeNode> = {}): TreeNode => ({
  uuid,
  parentUuid,
  type: 'user',
  agentId: null,
  timestamp: null,
  isCurrent: true,
  text: `Says ${uuid}`,
  ...more,
})

describe('the branches of a conversation', () => {
  it('one that never parted is one stretch', () => {
    const [only, ...others] = toBranches([node('a', null), node('b', 'a', { type: 'assistant' }), node('c', 'b')])
    expect(others).toEqual([])
    expect(only).toMatchObject({ text: 'Says a', count: 3, last: 'c', isCurrent: true, branches: [] })
  })

  it('parts where a prompt was edited, in the order in which it was said', () => {
    const nodes = [
      node('a', null),
      node('b', 'a', { type: 'assistant' }),
      node('old', 'b', { isCurrent: false }),
      node('old answer', 'old', { type: 'assistant', isCurrent: false }),
      node('new', 'b'),
    ]
    const [trunk] = toBranches(nodes)
    expect(trunk).toMatchObject({ text: 'Says a', last: 'b', count: 2 })
    expect(trunk?.branches).toMatchObject([
      { text: 'Says old', last: 'old answer', isCurrent: false },
      { text: 'Says new', last: 'new', isCurrent: true },
    ])
  })

  it('results that hang beside each other, notes and agents are no branches', () => {
    const nodes = [
      node('a', null),
      node('calls', 'a', { type: 'assistant', text: '' }),
      node('one', 'calls', { text: '', isCurrent: false }),
      node('two', 'calls', { text: '' }),
      node('note', 'a', { type: 'attachment', isCurrent: false }),
      node('agent', null, { agentId: 'x' }),
      node('end', 'two', { type: 'assistant' }),
    ]
    expect(toBranches(nodes)).toMatchObject([{ text: 'Says a', last: 'end', count: 2, branches: [] }])
  })

  it('a line whose parent is lost begins anew, and one that is very long is no trouble', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => node(`${index}`, index === 0 ? 'lost' : `${index - 1}`))
    expect(toBranches(long)).toMatchObject([{ count: 20_000, last: '19999' }])
  })
})
