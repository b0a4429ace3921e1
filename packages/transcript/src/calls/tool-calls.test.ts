import { describe, expect, it } from 'vitest'
import { fold } from '../lines/fold.ts'
import { answer, ask, assistant, play, result, system, text, tool, toolResult, user } from '../lines-for-test.ts'
import { rows } from '../rows/rows.ts'
import { toSilence } from '../rows/silence.ts'
import { entriesOf } from '../state/dictionary.ts'
import { findTool } from '../state/lanes.ts'
import { getItem } from '../state/list.ts'
import type { SessionState } from '../state/session-state.ts'

describe('a call', () => {
  it('is paired with its result, also where one line has several', () => {
    const block = (id: string, content: unknown, is_error: boolean) => ({
      type: 'tool_result',
      tool_use_id: id,
      content,
      is_error,
    })
    const line = {
      type: 'user',
      uuid: 'r',
      message: {
        role: 'user',
        content: [block('t1', 'one', false), block('t2', [text('bad'), { type: 'image' }], true)],
      },
    }
    const state = play([assistant('m', [tool('t1'), tool('t2')]), line])
    expect(findTool(state, 't1')).toMatchObject({ status: 'done', result: 'one' })
    expect(findTool(state, 't2')).toMatchObject({ status: 'failed', result: 'bad\n(image)' })
    expect(state.running).toEqual([])
  })

  it('has its result as text and as data, and says when a person changed the input', () => {
    const data = {
      filePath: '/a',
      type: 'create',
      userModified: true,
      structuredPatch: [{ lines: ['+x', '-y', ' z', '+w'] }],
    }
    const state = play([
      assistant('m', [tool('t', 'Write', { file_path: '/a' })]),
      toolResult('t', 'ok', { toolUseResult: data }),
    ])
    expect(findTool(state, 't')).toMatchObject({ result: 'ok', structured: data, userModified: true })
    expect([...entriesOf(state.files)]).toEqual([
      [
        '/a',
        { path: '/a', reads: 0, edits: 1, isCreated: true, linesAdded: 2, linesRemoved: 1, toolId: 't', uuid: 'm t' },
      ],
    ])
  })

  it('counts the lines of a new file, of which there is no patch', () => {
    const data = { filePath: '/n', type: 'create', content: 'one\ntwo\n', structuredPatch: [] }
    const lines = [
      assistant('m', [tool('t', 'Write', { file_path: '/n' })]),
      toolResult('t', 'ok', { toolUseResult: data }),
    ]
    expect([...entriesOf(play(lines).files)][0]?.[1]).toMatchObject({ linesAdded: 2, linesRemoved: 0 })
  })

  it('may get its result before it is known', () => {
    const state = play([toolResult('t', 'early'), assistant('m', [tool('t')])])
    expect(findTool(state, 't')).toMatchObject({ status: 'done', result: 'early' })
  })

  it('may get its result late, after its turn has been closed', () => {
    const state = play([user('Hi'), assistant('m', [tool('t')]), result(), toolResult('t', 'late')])
    expect(findTool(state, 't')).toMatchObject({ status: 'done', result: 'late' })
  })

  it.each([
    ['AskUserQuestion', 'The user skipped the question.', 'denied'],
    ['ExitPlanMode', 'Add a test first.', 'denied'],
    ['ExitPlanMode', '<tool_use_error>InputValidationError</tool_use_error>', 'failed'],
    ['Bash', 'Tool permission request failed: Error: Tool permission stream closed', 'denied'],
    ['Bash', 'Tool permission request failed: AbortError', 'cancelled'],
    ['Bash', 'Exit code 1', 'failed'],
  ])('of %s that says "%s" from disk, where no mark stands with it, is %s', (name, words, status) => {
    const state = play([assistant('m', [tool('t', name)]), toolResult('t', words, { is_error: true })])
    expect(findTool(state, 't')?.status).toBe(status)
  })

  it('waits while a person is asked, and runs when it is allowed', () => {
    const waiting = play([assistant('m', [tool('t')]), ask('r')])
    expect(findTool(waiting, 't')?.status).toBe('waiting')
    expect(findTool(play([answer('r')], waiting), 't')).toMatchObject({
      status: 'running',
      decision: { outcome: 'allowed' },
    })
    expect(findTool(play([ask('r'), assistant('m', [tool('t')])]), 't')?.status).toBe('waiting')
  })

  it('is denied by our own answer, by a rule and by a mark of the CLI; cancelled when the person stopped it; else failed', () => {
    const asked = play([assistant('m', [tool('t')]), ask('r'), answer('r', { behavior: 'deny', message: 'No.' })])
    expect(findTool(play([toolResult('t', 'No.', { is_error: true })], asked), 't')).toMatchObject({
      status: 'denied',
      reason: 'No.',
    })
    const run = (more: object) =>
      findTool(play([assistant('m', [tool('t')]), toolResult('t', 'text', { is_error: true, ...more })]), 't')?.status
    expect(run({ tool_result_meta: [{ id: 't', non_execution_kind: 'permission-rule' }] })).toBe('denied')
    expect(run({ toolDenialKind: 'permission-rule' })).toBe('denied')
    expect(run({ toolDenialKind: 'user-rejected' })).toBe('cancelled')
    expect(run({})).toBe('failed')
    const denied = system('permission_denied', { tool_name: 'Bash', tool_use_id: 't', message: 'Not in this mode.' })
    expect(findTool(play([assistant('m', [tool('t')]), denied]), 't')).toMatchObject({
      status: 'denied',
      reason: 'Not in this mode.',
    })
  })

  it('has its running time and its progress text', () => {
    const running = play([
      assistant('m', [tool('t')]),
      { type: 'tool_progress', uuid: 'p', tool_use_id: 't', elapsed_time_seconds: 31 },
      {
        type: 'progress',
        uuid: 'q',
        parentToolUseID: 't',
        toolUseID: 'bash-1',
        data: { type: 'bash_progress', fullOutput: 'tick' },
      },
    ])
    expect(findTool(running, 't')).toMatchObject({ elapsedMs: 31_000, progress: 'tick' })
    expect(findTool(play([toolResult('t', 'done')], running), 't')).not.toHaveProperty('progress')
  })

  it('that the API runs itself has its result in the same message', () => {
    const blocks = [
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } },
      { type: 'web_search_tool_result', tool_use_id: 's', content: [{ url: 'u' }] },
    ]
    expect(findTool(play([assistant('m', blocks)]), 's')).toMatchObject({ status: 'done', structured: [{ url: 'u' }] })
  })

  it('is added once however often its frame comes, and frames of one message are one entry', () => {
    const frames = [assistant('m', [text('One.')]), assistant('m', [tool('t')])]
    expect(play([...frames, ...frames])).toEqual(play(frames))
    expect(play(frames).main.entries.size).toBe(1)
    const nameless = { type: 'assistant', message: { id: 'm', role: 'assistant', content: [text('One.')] } }
    expect(rows(play([nameless, nameless]))).toHaveLength(1)
  })
})

describe('todos', () => {
  const done = (id: string, name: string, input: object, data: object) => [
    assistant(`m${id}`, [tool(id, name, input)]),
    toolResult(id, 'ok', { toolUseResult: data }),
  ]

  it('come whole from TodoWrite', () => {
    const todos = [{ content: 'Read', status: 'in_progress', activeForm: 'Reading' }]
    expect(play([assistant('m', [tool('t', 'TodoWrite', { todos })])]).todos).toEqual([
      { id: '1', subject: 'Read', status: 'in_progress', activeForm: 'Reading', blocks: [], blockedBy: [] },
    ])
  })

  it('come one by one from the Task tools, with owner and what they depend on', () => {
    const state = play([
      ...done('a', 'TaskCreate', { subject: 'One', activeForm: 'Doing one' }, { task: { id: '1', subject: 'One' } }),
      ...done('b', 'TaskCreate', { subject: 'Two' }, { task: { id: '2', subject: 'Two' } }),
      ...done('c', 'TaskUpdate', { taskId: '2', addBlockedBy: ['1'], owner: 'ann' }, { success: true, taskId: '2' }),
      ...done('d', 'TaskUpdate', { taskId: '1', status: 'deleted' }, { success: true, taskId: '1' }),
    ])
    expect(state.todos).toEqual([
      { id: '2', subject: 'Two', status: 'pending', owner: 'ann', blocks: [], blockedBy: ['1'] },
    ])
  })

  it('are added by an update where the call that created them was not loaded', () => {
    const state = play([
      ...done('a', 'TaskUpdate', { taskId: '7', status: 'completed' }, { success: true, taskId: '7' }),
      ...done('b', 'TaskUpdate', { taskId: '8', status: 'deleted' }, { success: true, taskId: '8' }),
    ])
    expect(state.todos).toEqual([{ id: '7', subject: 'Task 7', status: 'completed', blocks: [], blockedBy: [] }])
  })
})

describe('the plan', () => {
  it('is proposed, and approved or refused', () => {
    const call = assistant('m', [tool('t', 'ExitPlanMode', {})])
    const asked = play([
      call,
      ask('r', { tool_name: 'ExitPlanMode', tool_use_id: 't', input: { plan: '# Plan', planFilePath: '/p.md' } }),
    ])
    expect(asked.plan).toEqual({ text: '# Plan', path: '/p.md', toolId: 't', status: 'proposed' })
    expect(play([answer('r'), toolResult('t', 'ok')], asked).plan?.status).toBe('approved')
    expect(
      play([answer('r', { behavior: 'deny', message: 'x' }), toolResult('t', 'x', { is_error: true })], asked).plan
        ?.status,
    ).toBe('refused')
  })
})

describe('calls of one message', () => {
  const statuses = (state: SessionState) => ['a', 'b', 'c'].map((id) => findTool(state, id)?.status)

  it('are queued behind one that waits for an approval, and begin one after the other', () => {
    const sent = play([user('Go'), assistant('m', [tool('a'), tool('b'), tool('c')])])
    expect(statuses(sent)).toEqual(['running', 'running', 'running'])
    const asked = play([ask('r1', { tool_use_id: 'a' })], sent)
    expect(statuses(asked)).toEqual(['waiting', 'queued', 'queued'])
    const allowed = play([answer('r1')], asked)
    expect(statuses(allowed)).toEqual(['running', 'queued', 'queued'])
    expect(toSilence(allowed).text).toBe('Waits for Bash.')
    const next = play([toolResult('a', 'x'), ask('r2', { tool_use_id: 'b' })], allowed)
    expect(statuses(next)).toEqual(['done', 'waiting', 'queued'])
    expect(
      statuses(play([answer('r2', { behavior: 'deny' }), toolResult('b', 'no', { is_error: true })], next)),
    ).toEqual(['done', 'denied', 'running'])
    expect(statuses(play([result()], next))).toEqual(['done', 'aborted', 'aborted'])
  })

  it('are queued too when they come after the approval, and not where they stand before the waiting call', () => {
    const state = play([user('Go'), assistant('m', [tool('a'), tool('b')]), ask('r', { tool_use_id: 'b' })])
    expect(statuses(play([assistant('m', [tool('c')])], state))).toEqual(['running', 'waiting', 'queued'])
  })
})

describe('a call without a result, read from disk', () => {
  const lines = [
    { ...user('Go'), parentUuid: null, timestamp: '2026-01-01T00:00:00.000Z' },
    {
      ...assistant('m', [tool('a'), tool('s', 'Agent')]),
      parentUuid: 'u-Go',
      timestamp: '2026-01-01T00:00:01.000Z',
    },
  ]
  const open = play(lines)

  it('is running: a terminal may still write the session', () => {
    expect(findTool(open, 'a')?.status).toBe('running')
    expect(findTool(play([{ ...toolResult('a', 'x'), parentUuid: 'm a' }], open), 'a')?.status).toBe('done')
  })

  it('is aborted by `unheld`, and so is its agent', () => {
    const over = fold(open, { kind: 'unheld' })
    expect(findTool(over, 'a')).toMatchObject({ status: 'aborted', endedAt: '2026-01-01T00:00:01.000Z' })
    expect(findTool(over, 's')?.subagent?.agent?.status).toBe('stopped')
    expect(getItem(over.turns, 0)).toMatchObject({ status: 'stopped', endedAt: '2026-01-01T00:00:01.000Z' })
    expect([over.status, toSilence(over).text]).toEqual(['disconnected', 'No process runs.'])
    expect(fold(over, { kind: 'unheld' })).toEqual(over)
  })

  it('is aborted when another prompt follows, or a process of ours starts', () => {
    const resumed = play([{ ...user('Again'), parentUuid: 'u-Go' }], open)
    expect([findTool(resumed, 'a')?.status, getItem(resumed.turns, 0)?.status]).toEqual(['aborted', 'stopped'])
    const started = { type: 'keeper', subtype: 'started', pid: 1, sessionId: 's', cwd: '/', resumed: true } as const
    const ours = fold(open, { kind: 'keeper', message: started })
    expect(findTool(ours, 'a')?.status).toBe('aborted')
  })

  it('is not changed by `unheld` while a process of ours runs: the keeper reports its end', () => {
    const live = play([user('Go'), assistant('m', [tool('a')])])
    expect(fold(live, { kind: 'unheld' })).toBe(live)
  })

  it('does not make its turn stopped if Claude’s answer was the last line', () => {
    const answered = play([
      { ...user('Go'), parentUuid: null },
      { ...assistant('m', [text('Done.')]), parentUuid: 'u-Go' },
    ])
    expect(getItem(fold(answered, { kind: 'unheld' }).turns, 0)?.status).toBe('done')
  })
})
