import { describe, expect, it } from 'vitest'
import { toContent } from './message-content.ts'
import { mayTakeBack, type OutgoingMessage } from './outgoing.ts'
import { LiveStage } from './stage-for-test.ts'

const say = (content: string) => ({ kind: 'send', sessionId: 's1', content }) as const
const older = (at: number, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: 'old',
  command: say('Long ago.'),
  at,
  isOut: true,
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
    // Under the same id: what was done all the same is not done again.
    expect(second).toEqual({ ...first, command: { ...say('One.'), trust: true } })
    expect(stage.state.outgoing).toMatchObject([{ id: first?.commandId, problem: null }])
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
    expect(stage.state.outgoing.map(mayTakeBack)).toEqual([true, true])
    expect(outgoing.takeBack(one?.id ?? '')).toEqual(one)
    const socket = await stage.online()
    expect(socket.of('command').map(({ commandId }) => commandId)).toEqual([two?.id])
    expect(stage.state.outgoing.map(mayTakeBack)).toEqual([false])
    expect([...stage.kept.values()]).toMatchObject([{ id: two?.id, isOut: true }])
    expect([outgoing.takeBack(two?.id ?? ''), outgoing.takeBack('nobody')]).toEqual([null, null])
  })

  it('of an earlier visit goes out again under its id where that cannot do it twice, and else waits for a person', async () => {
    const refused = { id: 'refused', problem: { code: 'not_found', message: 'There is no session.' } }
    const kept = [
      older(-700_000),
      older(-10, { id: 'fresh', command: say('Just now.') }),
      older(-20, refused),
      older(-80_000_000, { id: 'never out', command: say('In a tunnel.'), isOut: false }),
      older(-90_000_000, { id: 'too old', isOut: false }),
    ]
    const stage = new LiveStage(undefined, kept)
    const socket = await stage.online()
    expect(socket.of('command').map(({ commandId, command }) => [commandId, command])).toEqual([
      ['never out', say('In a tunnel.')],
      ['fresh', say('Just now.')],
    ])
    expect(stage.state.outgoing.map(({ id, problem }) => [id, problem?.code])).toEqual([
      ['too old', 'old'],
      ['never out', undefined],
      ['old', 'unsure'],
      ['refused', 'not_found'],
      ['fresh', undefined],
    ])
    stage.live.outgoing.again('old')
    expect(socket.of('command').at(-1)?.commandId).toBe('old')
  })

  it('is gone here too when another page is done with it, and is not sent', async () => {
    const stage = new LiveStage()
    stage.live.outgoing.send(say('One.'))
    stage.removeElsewhere(stage.state.outgoing[0]?.id ?? '')
    expect(stage.state.outgoing).toEqual([])
    expect((await stage.online()).of('command')).toEqual([])
  })

  it('is kept without its pictures where they are too large; until the server has them, the page is not to be closed', async () => {
    const stage = new LiveStage()
    const { outgoing } = stage.live
    stage.room = 1000
    const picture = { kind: 'image', name: 'a.png', type: 'image/png', base64: 'A'.repeat(1000) } as const
    const content = toContent('See this.', [picture])
    outgoing.send({ ...say(''), content })
    const [id = ''] = stage.kept.keys()
    expect(stage.kept.get(id)).toMatchObject({ command: say('See this.'), problem: { code: 'without_pictures' } })
    expect(stage.state.outgoing).toMatchObject([{ command: { content }, problem: null }])
    expect(outgoing.hasUnkept).toBe(true)
    const socket = await stage.online()
    socket.say({ type: 'receipt', commandId: id, ok: true, result: {} })
    stage.clock.draw()
    await settled()
    expect(outgoing.hasUnkept).toBe(false)
  })

  it('that cannot be kept at all holds the page until it is removed, here or elsewhere', () => {
    const stage = new LiveStage()
    const { outgoing } = stage.live
    stage.room = 10
    for (const remove of [outgoing.remove.bind(outgoing), stage.removeElsewhere]) {
      outgoing.send(say('No room at all.'))
      expect(outgoing.hasUnkept).toBe(true)
      remove(stage.state.outgoing[0]?.id ?? '')
      expect(outgoing.hasUnkept).toBe(false)
    }
  })

  it('that would end the connection is not sent, and says why', async () => {
    const stage = new LiveStage()
    const socket = await stage.online()
    stage.live.outgoing.send(say('é'.repeat(5.5 * 1024 * 1024)))
    await settled()
    expect(socket.of('command')).toEqual([])
    const message = expect.stringMatching(/^This has 11\.0 MB.* 10\.0 MB go at once/)
    expect(stage.state.outgoing).toMatchObject([{ problem: { code: 'too_large', message }, isOut: false }])
  })

  it('to a server that stops waits for the next one', async () => {
    const stage = new LiveStage()
    const first = await stage.online()
    stage.live.outgoing.send(say('One.'))
    const [command] = first.of('command')
    const error = { code: 'stopping' as const, message: 'The server is stopping.' }
    first.say({ type: 'receipt', commandId: command?.commandId ?? '', ok: false, error })
    stage.clock.draw()
    await settled()
    expect(stage.state.outgoing).toMatchObject([{ problem: null }])
    first.drop()
    await stage.clock.pass(300)
    expect((await stage.online()).of('command')).toEqual([command])
  })
})
