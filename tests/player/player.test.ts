import { beforeEach, describe, expect, it } from 'vitest'
import { expectWellFormed, type PlayerHost, toPrompt, usePlayer, type Wire } from './player-host.ts'

const BASH = { name: 'Bash', input: { command: 'npm test', description: 'Test it' }, content: 'ok' }
const WRITE = { name: 'Write', input: { file_path: '/a.txt', content: 'one\n' } }
const TWO_TOOLS = [{ tools: [BASH] }, { tools: [BASH] }, { text: 'Both ran.' }]
const LONG = { text: 'One word after another. '.repeat(50), delayMs: 20 }

const contentOf = ({ message }: Wire) => (message as { content: Record<string, unknown>[] }).content
const isText = (words: string) => (each: Wire) =>
  each.type === 'user' && JSON.stringify(contentOf(each)).includes(words)

describe('a scripted session of the player', () => {
  const player = usePlayer()
  let host: PlayerHost
  beforeEach(() => {
    restart({})
  })

  function restart(options: Parameters<typeof player.start>[0]): PlayerHost {
    host = player.start(options)
    return host
  }

  it('plays a turn with a tool that is allowed', async () => {
    const uuid = host.say(toPrompt([{ thinking: 'Hm.', text: 'I test it.', tools: [BASH] }, { text: 'It works.' }]))
    host.allow(await host.asked())
    expect(await host.result()).toMatchObject({ subtype: 'success', result: 'It works.', user_message_uuid: uuid })
    const order = host.messages.filter(({ type }) => type !== 'stream_event').map((each) => each.subtype ?? each.type)
    expect(order.slice(0, 6)).toEqual([
      'session_state_changed',
      'command_lifecycle',
      'command_lifecycle',
      'init',
      'status',
      'user',
    ])
    expect(host.all('user')[0]).toMatchObject({ isReplay: true, uuid })
    expect(contentOf(host.all('user')[1] as Wire)[0]).toMatchObject({
      type: 'tool_result',
      content: 'ok',
      is_error: false,
    })
    const ids = host.all('assistant').map(({ message }) => (message as { id: string }).id)
    expect(ids.slice(0, 3)).toEqual([ids[0], ids[0], ids[0]])
    expect(ids[3]).not.toBe(ids[0])
    expect(await host.stop()).toMatchObject({ code: 0, forced: false })
    expectWellFormed(host)
  })

  it('runs a tool with the input that the person made of it', async () => {
    host.say(toPrompt([{ tools: [WRITE] }, { text: 'Written.' }]))
    host.allow(await host.asked(), { updatedInput: { ...WRITE.input, content: 'two\n' } })
    await host.result()
    expect(host.all('user')[1]).toMatchObject({ tool_use_result: { content: 'two\n', userModified: true } })
    expectWellFormed(host)
  })

  it('goes on without a tool that is refused', async () => {
    host.say(toPrompt([{ tools: [BASH] }, { text: 'Never said.' }]))
    host.deny(await host.asked(), 'Not now.')
    const result = await host.result()
    expect(result).toMatchObject({ subtype: 'success', is_error: false, permission_denials: [{ tool_name: 'Bash' }] })
    expect(contentOf(host.all('user')[1] as Wire)[0]).toMatchObject({ content: 'Not now.', is_error: true })
    expect(host.lines.join('\n')).not.toContain('"text":"Never said."')
    expectWellFormed(host)
  })

  it('ends the turn when a refusal says so, and takes the next prompt', async () => {
    host.say(toPrompt([{ tools: [BASH] }, { text: 'Never said.' }]))
    host.deny(await host.asked(), 'Stop.', true)
    await host.next(isText('[Request interrupted by user for tool use]'))
    expect(await host.result()).toMatchObject({ subtype: 'error_during_execution', terminal_reason: 'aborted_tools' })
    host.say('hello there')
    expect(await host.result()).toMatchObject({ subtype: 'success' })
    expectWellFormed(host)
  })

  it('does not ask again for what was allowed for the session', async () => {
    host.say(toPrompt(TWO_TOOLS))
    const asked = await host.asked()
    host.allow(asked, { updatedPermissions: asked.request.permission_suggestions })
    await host.result()
    expect(host.all('control_request')).toHaveLength(1)
    host.say(toPrompt(TWO_TOOLS))
    await host.result()
    expect(host.all('control_request')).toHaveLength(1)
  })

  it('is interrupted in a text: what was said is kept', async () => {
    restart({ env: { QUARTERDECK_PLAYER_SPEED: '1' } })
    host.say(toPrompt([LONG]))
    await host.next(({ type, event }) => type === 'stream_event' && 'delta' in (event as object))
    expect(await host.request('interrupt')).toMatchObject({ subtype: 'success', response: { still_queued: [] } })
    await host.next(isText('[Request interrupted by user]'))
    expect(await host.result()).toMatchObject({
      subtype: 'error_during_execution',
      terminal_reason: 'aborted_streaming',
    })
    expect(host.all('assistant')[0]).toMatchObject({ aborted: true })
    expect(LONG.text.startsWith(String(contentOf(host.all('assistant')[0] as Wire)[0]?.text))).toBe(true)
    expectWellFormed(host)
  })

  it('is interrupted in a tool', async () => {
    restart({ env: { QUARTERDECK_PLAYER_SPEED: '1' } })
    host.say(toPrompt([{ tools: [{ ...BASH, durationMs: 60_000 }] }]))
    host.allow(await host.asked())
    await host.next(({ type, response }) => type === 'control_response' && JSON.stringify(response).includes('allow'))
    await host.request('interrupt')
    expect(await host.result()).toMatchObject({ terminal_reason: 'aborted_tools', permission_denials: [] })
    expect(host.all('user')[1]).toMatchObject({ tool_use_result: 'User rejected tool use' })
    expectWellFormed(host)
  })

  it('withdraws an open prompt when it is interrupted', async () => {
    host.say(toPrompt([{ tools: [BASH] }]))
    const asked = await host.asked()
    await host.request('interrupt')
    expect(await host.result()).toMatchObject({ permission_denials: [{ tool_name: 'Bash' }] })
    const [cancelled] = host.all('control_cancel_request')
    expect(cancelled).toEqual({ type: 'control_cancel_request', request_id: asked.request_id })
    const order = host.messages.map(({ type }) => type)
    expect(order.indexOf('control_cancel_request')).toBeLessThan(order.indexOf('control_response'))
    expectWellFormed(host)
  })

  it('fails an open prompt when stdin ends, and ends well', async () => {
    host.say(toPrompt([{ tools: [BASH], ifDenied: [{ text: 'Then not.' }] }]))
    await host.asked()
    expect(await host.stop()).toMatchObject({ code: 0, forced: false })
    const text = 'Tool permission stream closed before response received'
    expect(JSON.stringify(contentOf(host.all('user')[1] as Wire))).toContain(text)
    expect(host.all('result')[0]).toMatchObject({ subtype: 'success', result: 'Then not.' })
    expectWellFormed(host)
  })

  it('ends with 1 on a line that is no JSON', async () => {
    host.child.write('{"type":"user", broken\n')
    const info = await host.child.exited
    expect(info).toMatchObject({ code: 1, stderr: expect.stringContaining('Error parsing streaming input line') })
  })

  it('takes a prompt that comes in the middle of a turn as the next one', async () => {
    restart({ env: { QUARTERDECK_PLAYER_SPEED: '1' } })
    const tools = [{ name: 'Bash', input: { command: 'true' }, ask: true }]
    const first = host.say(toPrompt([{ tools }, { text: 'The first answer.' }]))
    const asked = await host.asked()
    const second = host.say(toPrompt([{ text: 'The second answer.' }]))
    await host.next(({ command_uuid, state }) => command_uuid === second && state === 'queued')
    host.allow(asked)
    await host.result()
    expect(await host.result()).toMatchObject({ result: 'The second answer.' })
    await host.next(({ state }) => state === 'idle')
    const steps = host.all('command_lifecycle').map((each) => `${each.command_uuid === first ? 1 : 2} ${each.state}`)
    expect(steps).toEqual(['1 queued', '1 started', '2 queued', '1 completed', '2 started', '2 completed'])
    expect(host.all('command_lifecycle')[2]).toMatchObject({ command_uuid: second })
    const states = host.all('system', 'session_state_changed').map(({ state }) => state)
    expect(states).toEqual(['running', 'requires_action', 'running', 'idle'])
  })
})
