import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseLine } from '@quarterdeck/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../scripts/root.ts'
import { PlayerHost, type Wire } from './player-host.ts'

const RECORDINGS = join(root, 'packages/testkit/recordings')

describe('the player with a recording', () => {
  let home: string
  let host: PlayerHost
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-player-')))
  })
  afterEach(async () => {
    await host.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  function start(name: string, argv: string[] = []): PlayerHost {
    host = new PlayerHost({ home, argv, env: { QUARTERDECK_PLAYER_RECORDING: join(RECORDINGS, name) } })
    return host
  }

  it('puts the words, the ids and the folder of this host in the place of the recorded ones', async () => {
    const sessionId = crypto.randomUUID()
    start('2.1.325/bash.ndjson', [`--session-id=${sessionId}`])
    const answer = await host.request('initialize')
    expect(answer).toMatchObject({ subtype: 'success', response: { models: expect.any(Array) } })
    const uuid = host.say('My own words')
    const asked = await host.asked()
    expect(JSON.stringify(asked)).toContain(home)
    host.allow(asked)
    expect(await host.result()).toMatchObject({ session_id: sessionId, user_message_uuid: uuid, result: 'Done.' })
    expect(host.messages.find(({ isReplay }) => isReplay)).toMatchObject({ uuid, message: { content: 'My own words' } })
    expect(host.lines.join('\n')).not.toContain('/home/user/project')
    expect(host.lines.join('\n')).not.toContain('Run it.')
    expect((await host.stop()).code).toBe(0)
  })

  it('goes its own way where the host denies what was allowed', async () => {
    start('2.1.325/bash.ndjson').say('Run it.')
    host.deny(await host.asked(), 'Not here.')
    const result = await host.result()
    expect(result).toMatchObject({ subtype: 'success', permission_denials: [{ tool_name: 'Bash' }] })
    const [refused] = host.all('user').filter(({ isReplay }) => !isReplay)
    expect(JSON.stringify(refused)).toContain('Not here.')
    const answer = { behavior: 'deny', message: 'Not here.' }
    expect(host.all('control_response').at(-1)).toMatchObject({ response: { response: answer } })
    await host.next(({ state }) => state === 'idle')
    expect(host.all('result')).toHaveLength(1)
    expect(host.lines.map(parseLine).filter((line) => line.kind !== 'message' || line.faults.length > 0)).toEqual([])
  })

  it('ends the turn where the host denies and stops, and goes its own way where it allows what was denied', async () => {
    start('2.1.325/bash.ndjson').say('Run it.')
    host.deny(await host.asked(), 'Stop.', true)
    expect(await host.result()).toMatchObject({ subtype: 'error_during_execution', is_error: true })
    await host.stop()
    start('2.1.325/deny-with-reason.ndjson').say('Make a file.')
    host.allow(await host.asked())
    expect(await host.result()).toMatchObject({ subtype: 'success', permission_denials: [], result: 'Done.' })
  })

  it('is interrupted where the recorded host did not interrupt, and withdraws its prompt', async () => {
    start('2.1.325/bash.ndjson').say('Run it.')
    const asked = await host.asked()
    expect(await host.request('interrupt')).toMatchObject({ subtype: 'success' })
    expect(await host.result()).toMatchObject({ subtype: 'error_during_execution' })
    expect(host.all('control_cancel_request')).toEqual([
      { type: 'control_cancel_request', request_id: asked.request_id },
    ] as unknown as Wire[])
  })

  it('says that there is no more when the recording has ended', async () => {
    start('2.1.325/plain-text.ndjson').say('Say hello.')
    await host.result()
    host.say('And now?')
    expect(await host.result()).toMatchObject({ subtype: 'success', result: 'The recording has ended.' })
  })

  it('says what is wrong with a recording that is not one', async () => {
    host = new PlayerHost({ home, env: { QUARTERDECK_PLAYER_RECORDING: join(root, 'README.md') } })
    expect(await host.child.exited).toMatchObject({ code: 2, stderr: expect.stringContaining('not JSON') })
  })
})
