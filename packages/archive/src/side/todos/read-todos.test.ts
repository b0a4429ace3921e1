import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { CLI_VERSIONS, readRecording } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryForTest } from '../directory-for-test.ts'
import { isObject, parseJson } from '../parse-json.ts'
import { deriveTodos } from './derive-todos.ts'
import { readTodos } from './read-todos.ts'

const SESSION = '11111111-2222-4333-8444-555555555555'
let directory: DirectoryForTest
beforeEach(() => {
  directory = new DirectoryForTest()
})
afterEach(() => directory.remove())

describe.each(CLI_VERSIONS)('todos and tasks as %s left them', (version) => {
  /** Puts the files of a recording where they were; gives the session and its lines. */
  function play(name: string) {
    let [sessionId, lines] = ['', [] as Record<string, unknown>[]]
    for (const file of readRecording(version, name).files) {
      directory.write(file.path.replace(/^\.claude\//, ''), file.lines.join('\n'))
      const id = /projects\/[^/]+\/([^/]+)\.jsonl$/.exec(file.path)?.[1]
      if (id !== undefined) [sessionId, lines] = [id, file.lines.map(parseJson).filter(isObject)]
    }
    return { sessionId, lines }
  }

  it('the todos', async () => {
    const { sessionId, lines } = play('todo-list')
    const [list, ...more] = await readTodos(directory.root, sessionId, lines)
    expect(more).toEqual([])
    expect(list).toMatchObject({ sessionId, agentId: null, source: version === '2.1.38' ? 'todos' : 'transcript' })
    expect(list?.items.map(({ subject, status }) => `${subject}: ${status}`)).toEqual([
      'Read the file: completed',
      'Change the file: in_progress',
      'Test it: pending',
    ])
  })

  it('the tasks with what blocks them, from files and from the transcript alike', async () => {
    const { sessionId, lines } = play('task-list')
    const [list] = await readTodos(directory.root, sessionId, lines)
    expect(list?.source).toBe('tasks')
    expect(list?.items).toMatchObject([
      { id: '1', subject: 'Read the file', status: 'completed', blocks: ['2'], blockedBy: [] },
      { id: '2', subject: 'Change the file', status: 'pending', blocks: [], blockedBy: ['1'] },
    ])
    expect((await deriveTodos(lines)).get(null)).toEqual(list?.items)
  })
})

describe('readTodos', () => {
  it('tells the lists of agents from the one of the session', async () => {
    directory.write(`todos/${SESSION}-agent-${SESSION}.json`, [{ content: 'own', status: 'pending', activeForm: 'x' }])
    directory.write(`todos/${SESSION}-agent-a1b2c3.json`, [{ content: 'of the agent', status: 'completed' }])
    const lists = await readTodos(directory.root, SESSION)
    expect(lists.map(({ agentId, items }) => [agentId, items[0]?.subject])).toEqual(
      expect.arrayContaining([
        [null, 'own'],
        ['a1b2c3', 'of the agent'],
      ]),
    )
  })

  it('goes by the transcript where the file was emptied because all is done', async () => {
    directory.write(`todos/${SESSION}-agent-${SESSION}.json`, [])
    const todos = [{ content: 'one', status: 'completed', activeForm: 'x' }]
    const lines = [
      { type: 'assistant', message: { content: [{ type: 'tool_use', id: 't', name: 'TodoWrite', input: { todos } }] } },
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't' }] }, toolUseResult: {} },
    ]
    expect(await readTodos(directory.root, SESSION, lines)).toMatchObject([
      { source: 'transcript', items: [{ subject: 'one' }] },
    ])
  })

  it('forgets a deleted task and a call that failed', async () => {
    const call = (id: string, name: string, input: object) => ({
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id, name, input }] },
    })
    const done = (id: string, data: object, isError = false) => ({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: id, is_error: isError }] },
      tool_use_result: data,
    })
    const lines = [
      call('a', 'TaskCreate', { subject: 'one' }),
      done('a', { task: { id: '1', subject: 'one' } }),
      call('b', 'TaskCreate', { subject: 'two' }),
      done('b', { task: { id: '2', subject: 'two' } }),
      call('c', 'TaskUpdate', { taskId: '1', status: 'deleted' }),
      done('c', {}),
      call('d', 'TaskUpdate', { taskId: '2', status: 'completed' }),
      done('d', {}, true),
    ]
    expect((await deriveTodos(lines)).get(null)).toMatchObject([{ id: '2', status: 'pending' }])
  })

  it('gives nothing of what is malformed, linked, a FIFO, or no session at all', async () => {
    expect(await readTodos(directory.path('missing'), SESSION)).toEqual([])
    directory.write(`todos/${SESSION}-agent-bad.json`, '{"content": ')
    directory.write(`todos/${SESSION}-agent-odd.json`, [7, null, { status: 'pending' }, 'x'])
    directory.write('outside.json', [{ content: 'secret', status: 'pending' }])
    mkdirSync(directory.path(`inner/todos`), { recursive: true })
    symlinkSync(directory.path('outside.json'), directory.path(`inner/todos/${SESSION}-agent-link.json`))
    execFileSync('mkfifo', [directory.path(`inner/todos/${SESSION}-agent-fifo.json`)])
    expect(await readTodos(directory.path('inner'), SESSION)).toEqual([])
    expect(await readTodos(directory.root, SESSION)).toEqual([])
    expect(await readTodos(directory.root, '../../etc')).toEqual([])
  })
})
