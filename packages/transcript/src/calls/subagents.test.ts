import { describe, expect, it } from 'vitest'
import { assistant, play, type Raw, result, system, text, tool, toolResult, user } from '../lines-for-test.ts'
import { printRows } from '../recorded/print-rows.ts'
import { rows } from '../rows/rows.ts'
import { getValue } from '../state/dictionary.ts'
import { findTool } from '../state/lanes.ts'

const agent = (id: string) => tool(id, 'Agent', { prompt: 'Go.', description: 'Look', subagent_type: 'Explore' })
const inside = (parent: string, raw: Raw) => ({ ...raw, parent_tool_use_id: parent })
const started = system('task_started', {
  task_id: 'k',
  tool_use_id: 'a',
  description: 'Look',
  is_backgrounded: true,
  task_type: 'local_agent',
})

describe('a subagent', () => {
  it('has its conversation inside its call, to any depth', () => {
    const state = play([
      assistant('m', [agent('a')]),
      inside('a', assistant('n', [text('One down.'), agent('b')])),
      inside('b', assistant('o', [text('Two down.'), agent('c')])),
      inside('c', assistant('p', [text('Three down.'), tool('t')])),
      inside('c', toolResult('t', 'deep')),
    ])
    expect(printRows(rows(state))).toContain(
      '            Claude: Three down.\n            Bash {"command":"ls"} — done → deep',
    )
    expect(rows(state)).toHaveLength(1)
  })

  it('has a model, a status, tokens and a time of its own', () => {
    const data = { status: 'completed', agentId: 'x', totalTokens: 120, totalToolUseCount: 2, totalDurationMs: 64 }
    const state = play([
      assistant('m', [agent('a')]),
      inside('a', assistant('n', [text('Hm.')])),
      toolResult('a', 'Two lines.', { toolUseResult: data }),
    ])
    expect(findTool(state, 'a')?.subagent?.agent).toEqual({
      id: 'x',
      type: 'Explore',
      description: 'Look',
      model: 'opus',
      status: 'done',
      totalTokens: 120,
      toolUses: 2,
      durationMs: 64,
    })
  })

  it('may send messages before its call is known, under the call’s id or its own', () => {
    const early = inside('a', assistant('n', [text('Early.')]))
    expect(printRows(rows(play([early, assistant('m', [agent('a')])])))).toContain('Claude: Early.')
    const side = {
      ...assistant('n', [text('From its file.'), tool('t')]),
      isSidechain: true,
      agentId: 'x',
      parentUuid: null,
    }
    const launched = toolResult('a', 'sent', { toolUseResult: { status: 'async_launched', agentId: 'x' } })
    const state = play([side, assistant('m', [agent('a')]), launched, toolResult('t', 'found')])
    expect(printRows(rows(state))).toContain('Claude: From its file.\n    Bash {"command":"ls"} — done → found')
    expect(rows(play([side]))).toEqual([])
  })

  it('is read from progress lines of older CLIs too', () => {
    const told = { type: 'assistant', uuid: 'i', message: { id: 'n', role: 'assistant', content: [text('Told.')] } }
    const line = {
      type: 'progress',
      uuid: 'p',
      parentToolUseID: 'a',
      data: { type: 'agent_progress', agentId: 'x', message: told },
    }
    const state = play([assistant('m', [agent('a')]), line, inside('a', { ...told, parentUuid: null })])
    expect(printRows(rows(state)).match(/Told\./g)).toHaveLength(1)
    expect(findTool(state, 'a')?.subagent?.agent?.id).toBe('x')
  })

  it('goes on in the background when its turn has ended, and so do its calls', () => {
    const state = play([
      user('Hi'),
      assistant('m', [agent('a')]),
      started,
      inside('a', assistant('n', [tool('t')])),
      result(),
    ])
    expect(findTool(state, 't')?.status).toBe('running')
    expect(findTool(state, 'a')?.subagent?.agent).toMatchObject({ status: 'running', isBackground: true })
    expect(state.status).toBe('working')
    const ended = play(
      [
        system('task_notification', {
          task_id: 'k',
          tool_use_id: 'a',
          status: 'completed',
          output_file: '/o',
          summary: 'Done.',
        }),
      ],
      state,
    )
    expect(findTool(ended, 'a')?.subagent?.agent).toMatchObject({ status: 'done', summary: 'Done.' })
    expect(getValue(ended.tasks, 'k')).toMatchObject({ status: 'completed', outputFile: '/o' })
    expect(ended.status).toBe('idle')
  })

  it('ends with the task notification on disk', () => {
    const words =
      '<task-notification><task-id>k</task-id><tool-use-id>a</tool-use-id><output-file>/o</output-file><status>failed</status></task-notification>'
    const state = play([assistant('m', [agent('a')]), { ...user(words), parentUuid: null }])
    expect(findTool(state, 'a')?.subagent?.agent?.status).toBe('failed')
    expect(getValue(state.tasks, 'k')).toMatchObject({ status: 'failed', outputFile: '/o' })
  })

  it('cannot hold itself, nor hang the fold', () => {
    const loop = play([
      inside('a', assistant('m', [agent('b')])),
      inside('b', assistant('n', [agent('a')])),
      inside('a', assistant('o', [text('Where am I?')])),
    ])
    expect(rows(loop)).toEqual([])
    expect(
      rows(play([inside('s', assistant('m', [agent('s'), text('Self.')])), inside('s', toolResult('s', 'x'))])),
    ).toEqual([])
    const deep = Array.from({ length: 500 }, (_, level) => {
      const frame = assistant(`m${level}`, [agent(`a${level}`)])
      return level === 0 ? frame : inside(`a${level - 1}`, frame)
    })
    expect(rows(play(deep))).toHaveLength(1)
  })
})

describe('background tasks', () => {
  it('live until a message ends them, and a late message does not revive them', () => {
    const running = play([
      user('Hi'),
      started,
      system('task_progress', {
        task_id: 'k',
        tool_use_id: 'a',
        usage: { total_tokens: 9, tool_uses: 1, duration_ms: 5 },
        last_tool_name: 'Task',
      }),
    ])
    expect(getValue(running.tasks, 'k')).toMatchObject({ status: 'running', totalTokens: 9, lastTool: 'Agent' })
    expect(running.liveTasks).toEqual(['k'])
    const ended = play(
      [
        system('task_updated', { task_id: 'k', patch: { status: 'killed' } }),
        system('task_progress', { task_id: 'k', summary: 'late' }),
      ],
      running,
    )
    expect(getValue(ended.tasks, 'k')).toMatchObject({ status: 'killed' })
    expect(ended.liveTasks).toEqual([])
  })

  it('end when background_tasks_changed lists them no more', () => {
    const named = system('background_tasks_changed', {
      tasks: [{ task_id: 'k', task_type: 'local_bash', description: 'sleep' }],
    })
    const state = play([user('Hi'), named, result()])
    expect(state.status).toBe('working')
    expect(play([system('background_tasks_changed', { tasks: [] })], state)).toMatchObject({
      liveTasks: [],
      status: 'idle',
    })
  })

  it('are known from the result of the call that started them', () => {
    const state = play([
      assistant('m', [tool('t')]),
      toolResult('t', 'Command running in background with ID: b1. Output is being written to: /tmp/b1.output', {
        toolUseResult: { backgroundTaskId: 'b1' },
      }),
    ])
    expect(findTool(state, 't')?.taskId).toBe('b1')
    expect(getValue(state.tasks, 'b1')).toMatchObject({
      kind: 'local_bash',
      toolUseId: 't',
      description: 'ls',
      outputFile: '/tmp/b1.output',
    })
  })
})
