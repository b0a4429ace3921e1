import { describe, expect, it } from 'vitest'
import { fold } from '../lines/fold.ts'
import { ask, assistant, message, play, result, system, text, tool, toolResult, user } from '../lines-for-test.ts'
import { toOverview } from './overview.ts'

const write = (id: string, path: string) => [
  assistant(`m${id}`, [tool(id, 'Write', { file_path: path, content: 'x'.repeat(2000) })]),
  toolResult(id, 'File created'),
]

describe('the overview of a session', () => {
  it('has status, approvals, tasks, cost, context and `about`', () => {
    const state = [
      message(user('Make a file.')),
      message(system('init', { session_id: 's', model: 'opus', cwd: '/p', tools: ['Bash'], mcp_servers: [] })),
      ...write('w', '/p/a').map((raw) => message(raw)),
      message(assistant('m', [tool('t')])),
      message(ask('r', { blocked_path: '/etc', decision_reason: 'Outside' }), { inputHash: 'abc' }),
    ].reduce(fold, play([]))
    expect(toOverview(state)).toMatchObject({
      status: 'awaiting approval',
      silence: { waitsFor: 'you' },
      sessionId: 's',
      title: 'Make a file.',
      about: { model: 'opus', cwd: '/p', tools: ['Bash'] },
      approvals: [{ requestId: 'r', inputHash: 'abc', reason: 'Outside', blockedPath: '/etc', suggestions: [] }],
      context: { windowTokens: null },
      turnCount: 1,
      turn: { status: 'running' },
      files: [{ path: '/p/a', edits: 1 }],
      fileCount: 1,
    })
  })

  it('has the messages that are held, once where the CLI has given one back', () => {
    const busy = play([user('Go'), assistant('m', [text('Well.')]), user('And then?')])
    const [sent] = busy.sent
    const items = [{ uuid: 'k', content: 'And then?', at: 'now', isHeld: true, sentAs: sent?.uuid as string } as const]
    const state = fold(busy, { kind: 'keeper', message: { type: 'keeper', subtype: 'queue', items: [...items] } })
    expect(toOverview(state).waiting).toMatchObject([{ uuid: 'k', text: 'And then?', in: 'keeper', isHeld: true }])
  })

  it('has the messages that wait, in the CLI and in the keeper, without their pictures', () => {
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(10_000) } }
    const busy = play([user('Go'), assistant('m', [text('Well.')]), user('And then?')])
    const items = [{ uuid: 'k', content: [{ type: 'text', text: 'Look.' }, picture], at: 'now', by: 'the phone' }]
    const state = fold(busy, { kind: 'keeper', message: { type: 'keeper', subtype: 'queue', items } })
    expect(toOverview(state).waiting).toEqual([
      { uuid: 'u-And then?', text: 'And then?', attachments: [], in: 'cli', at: '' },
      { uuid: 'k', text: 'Look.', attachments: ['image'], in: 'keeper', at: 'now', by: 'the phone' },
    ])
  })

  it('has the time of the last activity, which a request of a host does not change', () => {
    const [sent, looked] = ['2026-01-01T00:00:01.000Z', '2026-01-01T00:00:09.000Z']
    const question = { type: 'control_request', request_id: 'q', request: { subtype: 'get_context_usage' } }
    const answer = { type: 'control_response', response: { subtype: 'success', request_id: 'q', response: {} } }
    const state = [
      message(user('Hi'), { at: sent }),
      message(question, { at: looked, from: 'host' }),
      message(answer, { at: looked, from: 'cli' }),
    ].reduce(fold, play([]))
    expect(toOverview(state).lastAt).toBe(sent)
    const asked = message(ask('r'), { at: looked, from: 'cli' })
    expect(toOverview(fold(state, asked)).lastAt).toBe(looked)
  })

  it('sums the durations of all turns, from the result or from the times of their lines', () => {
    const timed = [user('One'), result({ uuid: 'r1', duration_ms: 4000 })]
    const at = (second: number) => ({ at: `2026-01-01T00:00:0${second}.000Z` })
    const lines = [
      message(user('Two'), at(1)),
      message(assistant('m', [text('Well.')]), at(3)),
      message(user('Three', { parentUuid: null }), at(8)),
    ]
    expect(toOverview(play(timed)).workedMs).toBe(4000)
    expect(toOverview(lines.reduce(fold, play(timed))).workedMs).toBe(6000)
  })

  it('has tasks that live first, then the newest', () => {
    const task = (id: string, second: number, more = {}) =>
      message(system('task_started', { task_id: id, description: id, ...more }), {
        at: `2026-01-01T00:00:0${second}.000Z`,
      })
    const end = (id: string) => message(system('task_notification', { task_id: id, status: 'completed' }))
    const state = [task('a', 1), task('b', 2), task('c', 3), end('b'), end('c')].reduce(fold, play([user('Go')]))
    expect(toOverview(state).tasks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'a running',
      'c completed',
      'b completed',
    ])
  })

  it('stays small in a long session, and has changed files before those that were only read', () => {
    const long = Array.from({ length: 1000 }, (_, index) => [
      user(`Prompt ${index}`),
      ...write(`w${index}`, `/p/${index}`),
      assistant(`e${index}`, [text('y'.repeat(1000))]),
      result({ uuid: `result-${index}` }),
    ]).flat()
    const read = [assistant('r', [tool('read', 'Read', { file_path: '/p/read' })]), toolResult('read', 'x')]
    const overview = toOverview(play([...read, ...long]))
    expect(overview.fileCount).toBe(1001)
    expect(overview.files.length).toBe(200)
    expect(overview.files.every(({ edits }) => edits > 0)).toBe(true)
    expect(JSON.stringify(overview).length).toBeLessThan(50_000)
  })
})
