import { join } from 'node:path'
import { type AttachOptions, attachKeeper, attachSession, type Session } from '@quarterdeck/driver'
import { CLI_VERSIONS } from '@quarterdeck/testkit'
import { describe, expect } from 'vitest'
import { asked, type DriverStage, testsWith, textOf, toTouch } from './driver-stage.ts'

/** What happens to the keeper itself is tested elsewhere; here, what a host makes of a session that it did not start. */
describe.concurrent.each(CLI_VERSIONS)('a session of CLI %s that has a keeper', (version) => {
  const it = testsWith(version)

  async function attach(stage: DriverStage, options: AttachOptions): Promise<Session> {
    const link = await attachKeeper(join(stage.home, 'kept'))
    if (link === null) throw new Error('There is no keeper.')
    return stage.adopt(await attachSession(link, options))
  }

  it('outlives its host, and asks the next one what is still open, once', async ({ stage }) => {
    const first = await stage.start({ keeper: { folder: join(stage.home, 'kept') } })
    void first.turn(stage.script('Make two.', toTouch('one'), toTouch('two'), { text: 'Made.' }))
    await first.allow(await asked(first, 'Bash'))
    await first.until(({ open }) => open.length === 0)
    const pending = await asked(first, 'Bash')
    const again = stage.start({ keeper: { folder: join(stage.home, 'kept') } })
    await expect(again).rejects.toMatchObject({ code: 'held_elsewhere' })
    first.close()
    await first.until(() => false)

    const decided: string[] = []
    const second = await attach(stage, {
      by: 'the second host',
      handlers: {
        onPermission: (_, { requestId }) => {
          decided.push(requestId)
          return { behavior: 'allow' }
        },
      },
    })
    await second.until(({ liveness }) => liveness.state === 'idle')
    expect(decided).toEqual([pending])
    expect([stage.has('one'), stage.has('two')]).toEqual([true, true])
    expect(second.id).toBe(first.id)

    const watcher = await attach(stage, {})
    expect(await watcher.allow(pending)).toMatchObject({ ok: false, code: 'already_resolved', by: 'the second host' })
    expect(textOf(await watcher.turn(stage.script('Still there?', { text: 'Yes.' })))).toBe('Yes.')
    const prompts: unknown[] = []
    for await (const item of second.messages()) {
      if (item.kind === 'message' && item.message.type === 'result' && prompts.length === 2) break
      if (item.kind === 'message' && item.from === 'host' && item.message.type === 'user')
        prompts.push(item.message.message.content)
    }
    expect(prompts).toEqual(['Make two.', 'Still there?'])
    await second.stop()
    const ended = { ok: false, code: 'not_running', message: expect.stringContaining(`resume: '${first.id}'`) }
    expect(await second.send('More.')).toMatchObject(ended)
    expect((await watcher.settled()).state).toBe('disconnected')
  })
})
