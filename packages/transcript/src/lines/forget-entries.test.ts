import { describe, expect, it } from 'vitest'
import { assistant, play, result, text, tool, toolResult, user } from '../lines-for-test.ts'
import { toOverview } from '../rows/overview.ts'
import { forgetEntries } from './forget-entries.ts'

describe('forgetEntries', () => {
  const first = [
    user('One'),
    assistant('m1', [tool('w', 'Write', { file_path: '/p/a', content: 'x' })]),
    toolResult('w', 'File created'),
    assistant('m2', [text('Done.')]),
    result({ uuid: 'r1', total_cost_usd: 1 }),
  ]
  const second = [user('Two'), assistant('m3', [text('Well.')]), result({ uuid: 'r2', total_cost_usd: 3 })]

  it('keeps cost, turns and titles, and the session folds on as it would have', () => {
    const before = play(first)
    const forgotten = forgetEntries(before)
    expect(forgotten.main.entries.size).toBe(0)
    expect(toOverview(forgotten)).toEqual(toOverview(before))
    expect(toOverview(play(second, forgotten))).toEqual(toOverview(play(second, before)))
  })

  it('lets a forgotten call end when its result comes', () => {
    const calling = play([user('One'), assistant('m1', [tool('b', 'Bash', { command: 'ls' })])])
    expect(calling.running).toEqual(['b'])
    expect(play([toolResult('b', 'a.txt')], forgetEntries(calling)).running).toEqual([])
  })
})
