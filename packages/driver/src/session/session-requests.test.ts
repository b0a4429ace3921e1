import { describe, expect, it, vi } from 'vitest'
import type { Handlers } from '../host/handlers.ts'
import type { FakeLink } from './fixtures/fake-link.ts'
import { ask, open, toAnswer } from './fixtures/open-session.ts'
import { Session } from './session.ts'

describe('what the CLI asks', () => {
  it('goes to the handler, whose decision goes back with the input', async () => {
    const { link, answers, settle } = open({ onPermission: async () => ({ behavior: 'allow' }) })
    link.cli(ask('r1'))
    await settle()
    const response = { behavior: 'allow', updatedInput: { command: 'ls' }, toolUseID: 'use-r1' }
    expect(answers()).toEqual([{ subtype: 'success', request_id: 'r1', response }])
  })

  it('is denied with the reason when the handler throws, and the host hears of it', async () => {
    const onFault = vi.fn()
    const handlers: Handlers = {
      onPermission: () => {
        throw new Error('no idea')
      },
      onFault,
    }
    const { link, answers, settle } = open(handlers)
    link.cli(ask('r1'))
    await settle()
    expect(answers()[0]?.response).toMatchObject({ behavior: 'deny', message: 'The host could not decide: no idea' })
    expect(onFault).toHaveBeenCalledOnce()
  })

  it('is denied where the handler gives no clear word', async () => {
    const handlers = { onPermission: () => ({ behavior: 'perhaps' }), onPlan: () => ({ approve: 'yes' }) }
    const { link, answers, settle } = open(handlers as unknown as Handlers)
    link.cli(ask('r1'))
    link.cli(ask('r2', 'ExitPlanMode'))
    await settle()
    expect(answers().map(({ response }) => (response as { behavior: string }).behavior)).toEqual(['deny', 'deny'])
  })

  it('stays open without a handler, several at once, and is answered by its id in any order', async () => {
    const { link, session, answers } = open({})
    link.cli(ask('r1'))
    link.cli(ask('r2', 'AskUserQuestion', { questions: [] }))
    link.cli({ type: 'control_request', request_id: 'r3', request: { subtype: 'elicitation', message: 'Which?' } })
    expect(session.open.map(({ requestId }) => requestId)).toEqual(['r1', 'r2', 'r3'])
    expect(session.liveness.state).toBe('awaiting approval')
    await session.answer('r3', { action: 'decline' })
    await session.allow('r2', { updatedInput: { answers: {} } })
    await session.deny('r1', { message: 'Not now.', interrupt: true })
    expect(session.open).toEqual([])
    expect(answers().map((answer) => [answer.request_id, answer.response])).toEqual([
      ['r3', { action: 'decline' }],
      ['r2', { behavior: 'allow', updatedInput: { answers: {} }, toolUseID: 'use-r2' }],
      ['r1', { behavior: 'deny', message: 'Not now.', interrupt: true, toolUseID: 'use-r1' }],
    ])
  })

  it('is not answered blindly: who was quicker is told, and what was never asked is not allowed', async () => {
    const { link, session } = open({})
    link.cli(ask('r1'))
    await session.deny('r1')
    expect(await session.allow('r1')).toMatchObject({ ok: false, code: 'already_resolved' })
    expect(await session.allow('r2')).toMatchObject({ ok: false, code: 'not_open' })
    expect(link.commands).toHaveLength(1)
  })

  it('stays open when the handler gives nothing back', async () => {
    const { link, session, answers, settle } = open({ onPermission: () => undefined })
    link.cli(ask('r1'))
    await settle()
    expect(answers()).toEqual([])
    expect(session.open).toHaveLength(1)
  })

  it('does not hold up what comes after it', async () => {
    const slow = Promise.withResolvers<undefined>()
    const { link, session, answers, settle } = open({
      onPermission: ({ tool_name }) => (tool_name === 'Slow' ? slow.promise : { behavior: 'allow' }),
    })
    link.cli(ask('r1', 'Slow'))
    link.cli(ask('r2'))
    await settle()
    expect(answers().map(({ request_id }) => request_id)).toEqual(['r2'])
    expect(session.open.map(({ requestId }) => requestId)).toEqual(['r1'])
  })

  it.each([
    ['the CLI withdraws it', (link: FakeLink) => link.cli({ type: 'control_cancel_request', request_id: 'r1' })],
    ['another host answers it', (link: FakeLink) => link.host(toAnswer('r1'))],
    ['the process ends', (link: FakeLink) => link.exit('crashed')],
  ])('aborts its handler, who answers no more, when %s', async (_, end) => {
    const signals: AbortSignal[] = []
    const late = Promise.withResolvers<{ behavior: 'allow' }>()
    const { link, session, settle } = open({
      onPermission: (_request, { signal }) => {
        signals.push(signal)
        return late.promise
      },
    })
    link.cli(ask('r1'))
    end(link)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(session.open).toEqual([])
    late.resolve({ behavior: 'allow' })
    await settle()
    expect(link.commands).toEqual([])
  })

  it('is refused where nobody knows what it means', async () => {
    const { link, answers, settle } = open({})
    link.cli({ type: 'control_request', request_id: 'r1', request: { subtype: 'something_new' } })
    await settle()
    expect(answers()).toEqual([
      { subtype: 'error', request_id: 'r1', error: 'Unsupported control request subtype: something_new' },
    ])
  })

  it('comes to a host that attaches later, once, if it is still open', async () => {
    const { link } = open()
    link.cli(ask('r1'))
    link.host(toAnswer('r1'))
    link.cli(ask('r2'))
    link.cli(ask('r3'))
    link.cli({ type: 'control_cancel_request', request_id: 'r3' })
    const asked: string[] = []
    const onPermission = (_: unknown, { requestId }: { requestId: string }) => {
      asked.push(requestId)
      return undefined
    }
    const later = new Session(link, { handlers: { onPermission } })
    link.cli({ type: 'keep_alive' })
    expect(asked).toEqual(['r2'])
    expect(later.open).toHaveLength(1)
  })

  it('is let alone by a host that only watches', async () => {
    const { link, settle } = open()
    link.cli({ type: 'control_request', request_id: 'r1', request: { subtype: 'something_new' } })
    link.cli({ type: 'control_request', request_id: 'r2', request: { subtype: 'mcp_message', server_name: 'x' } })
    await settle()
    expect(link.commands).toEqual([])
  })

  it('is told again by an answer to initialize, from a CLI that says so beside an error', async () => {
    const { link, session } = open()
    const response = { subtype: 'error', request_id: 'again', error: 'Already initialized' }
    link.cli({ type: 'control_response', response: { ...response, pending_permission_requests: [ask('r1')] } })
    expect(session.open.map(({ requestId }) => requestId)).toEqual(['r1'])
  })

  it('reaches question and plan handlers in their own terms', async () => {
    const { link, answers, settle } = open({
      onQuestion: () => ({ answers: { 'Which sizes?': ['S', 'M'] } }),
      onPlan: () => ({ approve: true, mode: 'acceptEdits' }),
    })
    link.cli(ask('r1', 'AskUserQuestion', { questions: [] }))
    link.cli(ask('r2', 'ExitPlanMode', {}))
    await settle()
    const [question, plan] = answers().map(({ response }) => response)
    expect(question).toMatchObject({ updatedInput: { questions: [], answers: { 'Which sizes?': 'S, M' } } })
    expect(plan).toMatchObject({
      behavior: 'allow',
      updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    })
  })

  it('runs the hook it names, and says when there is no such hook', async () => {
    const run = vi.fn(() => ({ decision: 'block' as const }))
    const { link, answers, settle } = open({ hooks: { PreToolUse: [{ run: () => ({}) }, { matcher: 'Bash', run }] } })
    const call = (id: string) => ({ subtype: 'hook_callback', callback_id: id, input: { tool_name: 'Bash' } })
    link.cli({ type: 'control_request', request_id: 'r1', request: call('PreToolUse-1') })
    link.cli({ type: 'control_request', request_id: 'r2', request: call('PreToolUse-2') })
    await settle()
    expect(run).toHaveBeenCalledWith({ tool_name: 'Bash' }, expect.objectContaining({ requestId: 'r1' }))
    const byId = answers().sort((a, b) => String(a.request_id).localeCompare(String(b.request_id)))
    expect(byId).toEqual([
      { subtype: 'success', request_id: 'r1', response: { decision: 'block' } },
      { subtype: 'error', request_id: 'r2', error: "There is no hook 'PreToolUse-2' in this host." },
    ])
  })
})
