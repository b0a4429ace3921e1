import type { LogRecord, LogSource } from '@quarterdeck/protocol/pure'
import { describe, expect, it } from 'vitest'
import { applyRecord } from './apply-record.ts'
import { isAtRest, noFacts, type SessionFacts } from './session-facts.ts'

type Said = [from: LogSource, message: Record<string, unknown>, more?: Partial<LogRecord>]

function play(said: Said[], first: SessionFacts = noFacts): SessionFacts {
  return said.reduce(
    (facts, [from, message, more], index) =>
      applyRecord(facts, { seq: index + 1, at: `t${index + 1}`, from, message, ...more }),
    first,
  )
}

const started = (sessionId = 'A'): Said => [
  'keeper',
  { type: 'keeper', subtype: 'started', pid: 1, sessionId, cwd: '/', resumed: false },
]
const exited: Said = ['keeper', { type: 'keeper', subtype: 'exited', exit: { kind: 'crashed' } }]
const prompt = (uuid: string): Said => ['host', { type: 'user', uuid, message: { content: uuid } }]
const init = (id = 'A'): Said => ['cli', { type: 'system', subtype: 'init', session_id: id, permissionMode: 'plan' }]
const replay = (uuid: string): Said => ['cli', { type: 'user', isReplay: true, uuid }]
const state = (name: string): Said => ['cli', { type: 'system', subtype: 'session_state_changed', state: name }]
const result: Said = ['cli', { type: 'result' }]
const asks = (id: string): Said => [
  'cli',
  { type: 'control_request', request_id: id, request: { subtype: 'can_use_tool', tool_use_id: 't' } },
]
const answers = (id: string): Said => [
  'host',
  { type: 'control_response', response: { request_id: id } },
  { by: 'a phone' },
]

describe('the facts of a session', () => {
  it('knows a turn from its prompt to its result, where the CLI says no more', () => {
    const begun = play([started(), prompt('p'), init(), replay('p')])
    expect(begun).toMatchObject({ isRunning: true, isBusy: true, hasTranscript: true, sent: {} })
    expect(isAtRest(play([result], begun))).toBe(true)
  })

  it('does not take a result for the end where the CLI tells when it rests', () => {
    const working = play([started(), prompt('p'), state('running'), init(), replay('p'), result])
    expect(working.isBusy).toBe(true)
    expect(play([state('idle')], working).isBusy).toBe(false)
  })

  it('stays busy as long as a prompt that was written is not heard of', () => {
    const facts = play([started(), prompt('p'), prompt('q'), state('running'), replay('p'), state('idle')])
    expect(facts).toMatchObject({ isBusy: true, sent: { q: {} } })
    expect(
      play([['cli', { type: 'command_lifecycle', command_uuid: 'q', state: 'queued' }]], facts).sent,
    ).toHaveProperty('q')
    expect(play([['cli', { type: 'command_lifecycle', command_uuid: 'q', state: 'started' }]], facts).sent).toEqual({})
  })

  it('takes a turn that says nothing of its prompt for the turn of the oldest', () => {
    expect(play([started(), prompt('p'), prompt('q'), init(), result]).sent).not.toHaveProperty('p')
  })

  it('keeps a request open until it is answered, withdrawn, or its process is gone', () => {
    const open = play([started(), asks('r1'), asks('r2'), asks('r3')])
    expect(open.open.r1).toEqual({ seq: 2, subtype: 'can_use_tool', toolUseId: 't' })
    const after = play([answers('r1'), ['cli', { type: 'control_cancel_request', request_id: 'r2' }]], open)
    expect(Object.keys(after.open)).toEqual(['r3'])
    expect(after.answered).toEqual({ r1: { at: 't1', by: 'a phone' } })
    expect(play([exited], after)).toMatchObject({ open: {}, isRunning: false, isBusy: false })
  })

  it('keeps what was sent when the process is gone, and not once the next one has it', () => {
    const gone = play([started(), prompt('p'), exited])
    expect(gone.sent).toHaveProperty('p')
    expect(play([started()], gone).sent).toEqual({})
  })

  it('keeps the prompts of a turn until it ends or is interrupted, since they may not be on the disk', () => {
    const begun = play([started(), prompt('p'), init(), replay('p')])
    expect(begun.unfinished).toHaveProperty('p')
    expect(play([exited], begun).unfinished).toHaveProperty('p')
    const interrupt: Said = ['host', { type: 'control_request', request_id: 'i', request: { subtype: 'interrupt' } }]
    for (const end of [result, interrupt, started()]) expect(play([end], begun).unfinished).toEqual({})
  })

  it('remembers what was done by the id of its command: written by a host, queued by the keeper', () => {
    const queue: Said = ['keeper', { type: 'keeper', subtype: 'queue', items: [{ uuid: 'q' }] }, { commandId: 'c2' }]
    const facts = play([['host', { type: 'user', uuid: 'p' }, { commandId: 'c1' }], queue])
    expect(facts.receipts).toEqual({ c1: { seq: 1, state: 'written' }, c2: { seq: 2, state: 'queued' } })
    expect(facts.queue).toEqual([{ uuid: 'q' }])
  })

  it('forgets the oldest receipts, not the newest', () => {
    const facts = play(
      Array.from({ length: 600 }, (_, index): Said => ['host', { type: 'x' }, { commandId: `c${index}` }]),
    )
    expect(Object.keys(facts.receipts)).toHaveLength(500)
    expect(facts.receipts.c599).toBeDefined()
    expect(facts.receipts.c99).toBeUndefined()
  })

  it('goes by every id it had, the newest last', () => {
    const facts = play([started('A'), init('A'), init('B'), init('C')])
    expect(facts.sessionIds).toEqual(['A', 'B', 'C'])
    expect(play([init('A')], facts).sessionIds).toEqual(['B', 'C', 'A'])
  })

  it('knows what runs on in the background, and that a process is suspended', () => {
    const task = (subtype: string): Said => ['cli', { type: 'system', subtype, task_id: 't' }]
    const facts = play([
      started(),
      task('task_started'),
      ['keeper', { type: 'keeper', subtype: 'suspended', isSuspended: true }],
    ])
    expect(facts).toMatchObject({ tasks: ['t'], isSuspended: true })
    expect(isAtRest(facts)).toBe(false)
    expect(play([task('task_notification')], facts).tasks).toEqual([])
    expect(play([exited], facts)).toMatchObject({ tasks: [], isSuspended: false })
  })

  it('is the same from a snapshot as from all that came before it', () => {
    const before = play([started(), prompt('p'), init(), asks('r')])
    const copy = JSON.parse(JSON.stringify(before))
    expect(play([['keeper', { type: 'keeper', subtype: 'snapshot', facts: copy }]])).toEqual(before)
  })
})
