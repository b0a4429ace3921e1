import { setTimeout as sleep } from 'node:timers/promises'
import { CLI_VERSIONS } from '@quarterdeck/testkit'
import { describe, expect } from 'vitest'
import { asked, itemsOf, testsWith, textOf, toTouch } from './driver-stage.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.concurrent.each(CLI_VERSIONS)('a session with CLI %s', (version) => {
  const it = testsWith(version)

  it('runs a turn, and is ready, working, idle and disconnected', async ({ stage }) => {
    const session = await stage.start()
    expect(session.liveness.state).toBe('ready')
    expect(session.cliVersion).toBe(version)
    expect(session.info?.models.length).toBeGreaterThan(0)
    const states: string[] = []
    session.subscribe(() => states.push(session.liveness.state))
    expect(textOf(await session.turn(stage.script('Hello.', { text: 'Good day.' })))).toBe('Good day.')
    await session.settled()
    expect(await session.stop()).toMatchObject({ kind: 'stopped', code: 0, forced: false })
    expect(states.filter((state, index) => state !== states[index - 1])).toEqual(['working', 'idle', 'disconnected'])
    expect(stage.transcript(session.id)).not.toEqual([])
  })

  it('asks for leave, and goes on with the answer, whole or edited', async ({ stage }) => {
    const session = await stage.start()
    const turn = session.turn(stage.script('Make two.', toTouch('one'), toTouch('two'), { text: 'Made.' }))
    await session.allow(await asked(session, 'Bash'))
    await session.until(({ open }) => open.length === 0)
    const second = await asked(session, 'Bash')
    expect(session.liveness.state).toBe('awaiting approval')
    await session.allow(second, { updatedInput: { command: 'touch other', description: 'Make a file' } })
    expect(textOf(await turn)).toBe('Made.')
    expect(['one', 'two', 'other'].map((name) => stage.has(name))).toEqual([true, false, true])
    expect(await session.allow(second)).toMatchObject({ ok: false, code: 'already_resolved' })
  })

  it('is interrupted in a text', async ({ stage }) => {
    const session = await stage.start()
    const turn = session.turn(stage.script('Talk.', { text: 'A long, long story.', holdAfterDeltas: 1 }))
    await stage.model.holding()
    expect(await session.interrupt()).toMatchObject({ ok: true })
    expect(textOf(await turn)).toBe('error_during_execution')
    expect((await session.settled()).state).toBe('idle')
    expect(textOf(await session.turn(stage.script('Go on.', { text: 'Gladly.' })))).toBe('Gladly.')
  })

  it('is interrupted while a prompt is open, which is withdrawn', async ({ stage }) => {
    const session = await stage.start()
    const turn = session.turn(stage.script('Make it.', toTouch('made')))
    const requestId = await asked(session, 'Bash')
    await session.interrupt()
    expect(textOf(await turn)).toBe('error_during_execution')
    expect(session.open).toEqual([])
    expect(await session.allow(requestId)).toMatchObject({ ok: false, code: 'not_open' })
    expect(stage.has('made')).toBe(false)
  })

  it('is denied a tool, and stopped with it', async ({ stage }) => {
    const session = await stage.start()
    const reason = session.turn(stage.script('Make it.', toTouch('made'), { text: 'Then not.' }))
    await session.deny(await asked(session, 'Bash'), { message: 'Another time.' })
    expect(textOf(await reason)).toBe('Then not.')
    expect(stage.knows('Another time.')).toBe(true)
    const stopped = session.turn(stage.script('Make it now.', toTouch('made')))
    await session.deny(await asked(session, 'Bash'), { message: 'No.', interrupt: true })
    expect(textOf(await stopped)).toBe('error_during_execution')
    expect((await session.settled()).state).toBe('idle')
    expect(stage.has('made')).toBe(false)
  })

  it('keeps messages that wait: edited, moved, taken back, sent in their order', async ({ stage }) => {
    const session = await stage.start()
    const first = session.turn(stage.script('First.', { text: 'One, and more.', holdAfterDeltas: 1 }))
    await stage.model.holding()
    const queued = ['Second.', 'Third.', 'Fourth.'].map((words) => session.turn(words, { uuid: toUuid(words) }))
    await session.until(({ queue }) => queue.length === 3)
    stage.script('Second, edited.', { text: 'Two.' })
    stage.script('Third.', { text: 'Three.' })
    await session.editQueued(toUuid('Second.'), 'Second, edited.')
    await session.moveQueued(toUuid('Third.'), toUuid('Second.'))
    await session.cancelQueued(toUuid('Fourth.'))
    expect(session.queue.map(({ content }) => content)).toEqual(['Third.', 'Second, edited.'])
    expect(await session.cancelQueued(toUuid('Fourth.'))).toMatchObject({ ok: false, code: 'not_queued' })
    stage.model.release()
    expect(textOf(await first)).toBe('One, and more.')
    expect((await Promise.all(queued)).map(textOf)).toEqual(['Two.', 'Three.', 'cancelled'])
    const prompts = (await itemsOf(session)).flatMap((item) =>
      item.kind === 'message' && item.from === 'host' && item.message.type === 'user'
        ? [item.message.message.content]
        : [],
    )
    expect(prompts).toEqual(['First.', 'Third.', 'Second, edited.'])
  })

  it('sends a message into the running turn', async ({ stage }) => {
    const session = await stage.start()
    const first = session.turn(stage.script('First.', { text: 'One, and more.', holdAfterDeltas: 1 }))
    await stage.model.holding()
    const second = session.turn(stage.script('Second.', { text: 'Two.' }), { whenBusy: 'now' })
    await session.until(({ queue }) => queue.length === 0)
    stage.model.release()
    expect((await Promise.all([first, second])).map(textOf)).toEqual(['One, and more.', 'Two.'])
  })

  it('is resumed, continued, forked and forked at a message', async ({ stage }) => {
    const session = await stage.start()
    await session.turn(stage.script('The first prompt.', { text: 'The first answer.' }))
    await session.turn(stage.script('The second prompt.', { text: 'The second answer.' }))
    await session.stop()

    const resumed = await stage.start({ resume: session.id })
    expect(textOf(await resumed.turn(stage.script('Third.', { text: 'Three.' })))).toBe('Three.')
    expect(stage.knows('The first prompt.')).toBe(true)
    expect(resumed.ids).toEqual([session.id])
    await resumed.stop()

    const continued = await stage.start({ continue: true })
    expect(textOf(await continued.turn(stage.script('Fourth.', { text: 'Four.' })))).toBe('Four.')
    expect(stage.knows('Third.')).toBe(true)
    expect(continued.ids).toEqual([session.id])
    await continued.stop()

    const copy = await stage.start({ resume: session.id, fork: true })
    expect(textOf(await copy.turn(stage.script('Elsewhere.', { text: 'Here.' })))).toBe('Here.')
    expect(stage.knows('Fourth.')).toBe(true)
    expect(copy.id).not.toBe(session.id)
    await copy.stop()

    const line = stage
      .transcript(session.id)
      .find((each) => each.type === 'assistant' && JSON.stringify(each).includes('The first answer.'))
    const cut = await stage.start({ resume: session.id, fork: { at: String(line?.uuid) } })
    expect(textOf(await cut.turn(stage.script('Another second.', { text: 'Another.' })))).toBe('Another.')
    expect([stage.knows('The first answer.'), stage.knows('The second prompt.')]).toEqual([true, false])
    expect(JSON.stringify(stage.transcript(session.id))).not.toContain('Another second.')
  })

  it('that another process has open is refused, unless by force', async ({ stage }) => {
    const session = await stage.start()
    await session.turn(stage.script('Hello.', { text: 'Good day.' }))
    // The older CLI writes its transcript a moment after its result.
    while (stage.transcript(session.id).length === 0) await sleep(20)
    await expect(stage.start({ resume: session.id })).rejects.toMatchObject({
      code: 'held_elsewhere',
      message: expect.stringMatching(/is open elsewhere.*\(process \d+\)/),
    })
    const forced = await stage.start({ resume: session.id, force: true })
    expect(forced.id).toBe(session.id)
  })

  it('that is not there is an error, with what the CLI said of it', async ({ stage }) => {
    const unknown = '11111111-1111-4111-8111-111111111111'
    await expect(stage.start({ resume: unknown })).rejects.toMatchObject({ code: 'cli_failed' })
  })

  it('goes on after /clear, under its old id or a new one, and knows both', async ({ stage }) => {
    const session = await stage.start()
    await session.turn(stage.script('Before.', { text: 'One.' }))
    const before = session.id
    expect((await session.turn('/clear')).kind).toBe('result')
    expect(textOf(await session.turn(stage.script('After.', { text: 'Two.' })))).toBe('Two.')
    expect(session.ids).toEqual(stage.isNew ? [before, session.id] : [before])
    expect(stage.knows('Before.')).toBe(!stage.isNew)
    if (stage.isNew) expect(session.id).not.toBe(before)
  })

  it('runs the hooks of the host, which refuse a prompt and allow a tool', async ({ stage }) => {
    const events: string[] = []
    const session = await stage.start({
      hooks: {
        UserPromptSubmit: [
          {
            run: ({ prompt }) => {
              events.push('prompt')
              return prompt === 'Not this.' ? { decision: 'block', reason: 'Never.' } : {}
            },
          },
        ],
        PreToolUse: [
          {
            matcher: 'Bash',
            run: () => {
              events.push('before')
              const decision = { hookEventName: 'PreToolUse', permissionDecision: 'allow' }
              return { hookSpecificOutput: decision }
            },
          },
        ],
        PostToolUse: [
          {
            run: () => {
              events.push('after')
              return {}
            },
          },
        ],
        Stop: [
          {
            run: () => {
              events.push('stop')
              throw new Error('A hook may fail; the turn ends all the same.')
            },
          },
        ],
      },
    })
    expect(textOf(await session.turn(stage.script('Make it.', toTouch('made'), { text: 'Made.' })))).toBe('Made.')
    expect(events).toEqual(['prompt', 'before', 'after', 'stop'])
    expect(stage.has('made')).toBe(true)
    const requests = stage.asked.length
    expect((await session.turn('Not this.')).kind).toBe('result')
    expect(stage.asked.length).toBe(requests)
  })

  it('has a background agent, and a turn that starts by itself', async ({ stage }) => {
    const session = await stage.start({ onPermission: () => ({ behavior: 'allow' }) })
    stage.script('Look at the file.', toTouch('seen'), { text: 'It has two lines.' })
    const agent = { description: 'Look', prompt: 'Look at the file.', subagent_type: 'general-purpose' }
    stage.script('Send someone.', { tools: [{ name: 'Task', input: agent }] }, { text: 'Sent.' })
    expect(textOf(await session.turn('Send someone.'))).toBe('Sent.')
    expect((await session.settled()).state).toBe('idle')
    expect(stage.has('seen')).toBe(true)
    const results = (await itemsOf(session)).filter((item) => item.kind === 'message' && item.message.type === 'result')
    expect(results).toHaveLength(stage.isNew ? 2 : 1)
  })

  it('asks a question, and has the answers', async ({ stage }) => {
    const options = [
      { label: 'S', description: 'Small' },
      { label: 'M', description: 'Medium' },
    ]
    const question = { question: 'Which sizes?', header: 'Sizes', multiSelect: true, options }
    const session = await stage.start({ onQuestion: () => ({ answers: { 'Which sizes?': ['S', 'M'] } }) })
    const ask = { tools: [{ name: 'AskUserQuestion', input: { questions: [question] } }] }
    expect(textOf(await session.turn(stage.script('Ask me.', ask, { text: 'Noted.' })))).toBe('Noted.')
    expect(stage.knows('S, M')).toBe(true)
  })

  it('sees a picture', async ({ stage }) => {
    const session = await stage.start()
    const source = { type: 'base64' as const, media_type: 'image/png' as const, data: PIXEL }
    const words = stage.script('What is this?', { text: 'A dot.' })
    const content = [
      { type: 'text' as const, text: words },
      { type: 'image' as const, source },
    ]
    expect(textOf(await session.turn(content))).toBe('A dot.')
    expect(stage.knows('"media_type":"image/png"')).toBe(true)
  })

  it('runs slash commands: its own without the model, those of the project with it', async ({ stage }) => {
    stage.write('.claude/commands/greet.md', 'Greet $ARGUMENTS.')
    stage.script('Greet Ada.', { text: 'Dear Ada!' })
    const session = await stage.start()
    expect(textOf(await session.turn('/greet Ada'))).toBe('Dear Ada!')
    const requests = stage.asked.length
    expect((await session.turn('/cost')).kind).toBe('result')
    expect((await session.settled()).state).toBe('idle')
    expect(stage.asked.length).toBe(requests)
    expect(JSON.stringify(await itemsOf(session))).toContain('Total cost')
  })

  it('changes its mode and its model, and says what it cannot do', async ({ stage }) => {
    const session = await stage.start()
    expect(await session.setPermissionMode('plan')).toMatchObject({ kind: 'ok', response: { mode: 'plan' } })
    expect(await session.setModel('claude-sonnet-4-5')).toMatchObject({ kind: 'ok' })
    const usage = await session.request('get_context_usage')
    expect(usage.kind).toBe(stage.isNew ? 'ok' : 'unsupported')
    expect(await session.request('no_such_request', {}, { timeoutMs: 10_000 })).toEqual({ kind: 'unsupported' })
    const again = await session.request('initialize')
    expect(again.kind).toBe(stage.isNew ? 'ok' : 'refused')
    expect(textOf(await session.turn(stage.script('Still there?', { text: 'Yes.' })))).toBe('Yes.')
  })
})

function toUuid(words: string): string {
  const digits = Buffer.from(words.padEnd(16)).toString('hex').slice(0, 32)
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
