import { describe, expect, it } from 'vitest'
import type { OutgoingMessage } from './outgoing.ts'
import { LiveStage } from './stage-for-test.ts'

const say = (content: string) => ({ kind: 'send', sessionId: 's1', content }) as const
const older = (at: number, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: 'old',
  command: say('Long ago.'),
  at,
  problem: null,
  ...more,
})
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a message', () => {
  const words = (stage: LiveStage) => stage.state.outgoing.map(({ command }) => command.content)

  it('is on its way until the server has it, also over a break, and is kept so long', async () => {
    const stage = new LiveStage()
    stage.live.outgoing.send(say('One.'))
    stage.live.outgoing.send(say('Two.'))
    expect(words(stage)).toEqual(['One.', 'Two.'])
    expect(stage.kept.size).toBe(2)
    const first = await stage.online()
    first.drop()
    await stage.clock.pass(300)
    const second = await stage.online()
    const [one, two] = second.of('command')
    expect(first.of('command')).toEqual([one, two])
    expect([one?.command, two?.command]).toEqual([say('One.'), say('Two.')])
    second.say({ type: 'receipt', commandId: one?.commandId ?? '', ok: true, result: {} })
    stage.clock.draw()
    await settled()
    expect(words(stage)).toEqual(['Two.'])
    expect([...stage.kept.keys()]).toEqual([two?.commandId])
  })

  it('that was refused stays, with the reason, until it is sent again or removed', async () => {
    const stage = new LiveStage()
    const socket = await stage.online()
    const { outgoing } = stage.live
    outgoing.send(say('One.'))
    const [first] = socket.of('command')
    const error = { code: 'untrusted_folder' as const, message: 'It is new here.' }
    socket.say({ type: 'receipt', commandId: first?.commandId ?? '', ok: false, error })
    stage.clock.draw()
    await settled()
    expect(stage.state.outgoing).toMatchObject([{ command: say('One.'), problem: error }])
    expect([...stage.kept.values()]).toEqual(stage.state.outgoing)
    outgoing.again(first?.commandId ?? '', { trust: true })
    const [, second] = socket.of('command')
    expect(second?.command).toEqual({ ...say('One.'), trust: true })
    expect(second?.commandId).not.toBe(first?.commandId)
    expect(stage.state.outgoing).toMatchObject([{ id: second?.commandId, problem: null }])
    outgoing.again(second?.commandId ?? '')
    expect(socket.of('command')).toHaveLength(2)
    outgoing.remove(second?.commandId ?? '')
    expect([words(stage), stage.kept.size]).toEqual([[], 0])
    // Its refusal comes too late to bring it back.
    socket.say({ type: 'receipt', commandId: second?.commandId ?? '', ok: false, error })
    stage.clock.draw()
    await settled()
    expect([words(stage), stage.kept.size]).toEqual([[], 0])
  })

  it('can be taken back as long as it has not left the page, and is then never sent', async () => {
    const stage = new LiveStage()
    const { outgoing } = stage.live
    outgoing.send(say('One.'))
    outgoing.send(say('Two.'))
    const [one, two] = stage.state.outgoing
    expect(outgoing.mayTakeBack(one?.id ?? '')).toBe(true)
    outgoing.remove(one?.id ?? '')
    const socket = await stage.online()
    expect(socket.of('command').map(({ commandId }) => commandId)).toEqual([two?.id])
    expect(outgoing.mayTakeBack(two?.id ?? '')).toBe(false)
    expect(outgoing.mayTakeBack('nobody')).toBe(false)
  })

  it('of an earlier visit goes out again under its id where it is fresh, and else waits for a person', async () => {
    const refused = { id: 'refused', problem: { code: 'not_found', message: 'There is no session.' } }
    const kept = [older(-700_000), older(-10, { id: 'fresh', command: say('Just now.') }), older(-20, refused)]
    const stage = new LiveStage(undefined, kept)
    const socket = await stage.online()
    expect(socket.of('command')).toEqual([{ type: 'command', commandId: 'fresh', command: say('Just now.') }])
    expect(stage.state.outgoing.map(({ id, problem }) => [id, problem?.code])).toEqual([
      ['old', 'unsure'],
      ['refused', 'not_found'],
      ['fresh', undefined],
    ])
    stage.live.outgoing.again('old')
    expect(socket.of('command')).toHaveLength(2)
    expect(stage.kept.has('old')).toBe(false)
  })

  it('for which there is no room on disk is known as such, as long as it is there', async () => {
    const stage = new LiveStage()
    const { outgoing } = stage.live
    stage.isFull = true
    outgoing.send(say('Large.'))
    expect(outgoing.hasUnkept).toBe(true)
    outgoing.remove(stage.state.outgoing[0]?.id ?? '')
    expect(outgoing.hasUnkept).toBe(false)
  })
})
