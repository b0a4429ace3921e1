import { describe, expect, it } from 'vitest'
import { play, type Raw, text, user } from '../lines-for-test.ts'
import { printRows } from '../recorded/print-rows.ts'
import { rows } from '../rows/rows.ts'

const added = (attachment: Raw) => ({ type: 'attachment', uuid: 'a', parentUuid: 'u-Hi', attachment })
const busy = play([user('Hi', { parentUuid: null })])
const after = (attachment: Raw) => play([added(attachment)], busy)
const last = (attachment: Raw) => rows(after(attachment), { everything: true }).at(-1)
const shown = (attachment: Raw) => printRows(rows(after(attachment)))

describe('a queued_command attachment: a message sent during a turn', () => {
  const queued = (prompt: unknown, more: Raw = {}) => ({ type: 'queued_command', prompt, ...more })
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } }

  it('is a prompt, of words and of blocks alike', () => {
    expect(last(queued('And then?'))).toMatchObject({ entry: { id: 'a', text: 'And then?' } })
    expect(last(queued([text('Like this.'), picture]))).toMatchObject({
      entry: { text: 'Like this.', attachments: ['image'] },
    })
    expect(last(queued([picture]))).toMatchObject({ kind: 'user', entry: { text: '', attachments: ['image'] } })
  })

  it('is hidden where it is for Claude alone', () => {
    const meta = queued('The other session is done.', { isMeta: true, origin: { kind: 'peer', from: 'x' } })
    expect(shown(meta)).toBe('You: Hi\n')
    expect(last(meta)).toMatchObject({ kind: 'hidden', text: 'The other session is done.' })
  })

  it('may be the notification of a task, which begins no turn while one runs', () => {
    const words =
      '<task-notification><task-id>b</task-id><status>completed</status><summary>Made it</summary></task-notification>'
    const state = after(queued(words, { commandMode: 'task-notification' }))
    expect(printRows(rows(state))).not.toContain('task-notification')
    expect(state.turns.size).toBe(1)
    expect(rows(state, { everything: true }).at(-1)).toMatchObject({ kind: 'hidden', why: 'tells Claude of a task' })
  })

  it('becomes a hidden entry where its content cannot be read', () => {
    const odd = [{ type: 'tool_result' }, { type: 'tool_result', tool_use_id: 't', content: 5 }, { type: 'sound' }]
    for (const prompt of [undefined, 7, [], [null, { type: 'text' }], ...odd.map((block) => [block])])
      expect(last(queued(prompt))).toMatchObject({ kind: 'hidden', text: 'queued_command' })
  })
})

describe('hook attachments of a transcript', () => {
  it('show each hook with its outcome and output', () => {
    expect(last({ type: 'hook_success', hookName: 'Stop', stdout: 'so' })).toMatchObject({
      kind: 'hook',
      name: 'Stop',
      status: 'done',
      output: 'so',
    })
    expect(last({ type: 'hook_cancelled', hookName: 'Stop' })).toMatchObject({ status: 'cancelled' })
    const broken = { type: 'hook_error_during_execution', hookName: 'PostToolUse:Bash', content: 'No such file' }
    expect(shown(broken)).toContain('Hook PostToolUse:Bash, failed: No such file\n')
    const decided = { type: 'hook_permission_decision', decision: 'allow', hookEvent: 'PermissionRequest' }
    expect(last(decided)).toMatchObject({ kind: 'hook', name: 'PermissionRequest', output: 'It decided: allow.' })
  })

  it('show what a hook blocked; the words of a Stop hook are hidden, because a user line repeats them', () => {
    const error = { blockingError: 'Not in this folder.', command: 'guard.sh' }
    const blocked = { type: 'hook_blocking_error', hookName: 'PreToolUse:Write', hookEvent: 'PreToolUse' }
    expect(shown({ ...blocked, blockingError: error })).toContain('Hook PreToolUse:Write, failed: Not in this folder.')
    const stop = { ...blocked, hookName: 'Stop', hookEvent: 'Stop', blockingError: error }
    expect(shown(stop)).toBe('You: Hi\n')
    expect(last(stop)).toMatchObject({ kind: 'hidden', text: 'Not in this folder.' })
  })

  it('become a notice where a hook speaks to the person, or ends the turn', () => {
    expect(shown({ type: 'hook_system_message', hookName: 'PostToolUse:Edit', content: 'Formatted.' })).toContain(
      '(info) The hook PostToolUse:Edit says: Formatted.',
    )
    const ended = { type: 'hook_stopped_continuation', hookName: 'Stop', message: 'Enough for today.' }
    expect(shown(ended)).toContain('(info) A hook ended the turn: Enough for today.')
  })
})

describe('other attachments of the CLI', () => {
  it('show the limit of steps as an error, and become hidden entries otherwise', () => {
    expect(last({ type: 'max_turns_reached' })).toMatchObject({ kind: 'notice', tone: 'error' })
    expect(last({ type: 'skill_listing' })).toMatchObject({ kind: 'hidden', text: 'skill_listing' })
  })
})
