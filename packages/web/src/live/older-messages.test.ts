import type { LiveRecord } from '@quarterdeck/contract'
import { describe, expect, it } from 'vitest'
import { caughtUp, LiveStage, opened, raw, records, said, textsOf } from './stage-for-test.ts'

describe('what came before', () => {
  it('has all that it had when it begins anew with its newest messages, and no more', async () => {
    const all = [raw('o1', 'Older.'), raw('o2', 'Old.', 'o1'), raw('a8', 'Eight.', 'o2'), raw('a9', 'Nine.', 'a8')]
    const stage = new LiveStage(async (_, before, limit) => {
      const end = all.findIndex(({ uuid }) => uuid === before)
      if (limit === 100) return { items: [raw('o2', 'Old.')], before: 'o2' }
      return { items: all.slice(0, end), before: null }
    })
    stage.live.openSession('s')
    const socket = await stage.online()
    socket.say(opened({ after: 7, hasOlder: true }), records(said(8, 'Eight.')), caughtUp(8))
    stage.clock.draw()
    await stage.live.loadOlder('s')
    expect(textsOf(stage)).toEqual(['Old.', 'Eight.'])
    const shown: unknown[] = []
    stage.live.store.subscribe(() => shown.push(textsOf(stage)))
    socket.say(opened({ epoch: 'e2', after: 8, hasOlder: true }), records(said(9, 'Nine.')), caughtUp(9))
    stage.clock.draw()
    await stage.clock.pass(0)
    expect(textsOf(stage)).toEqual(['Old.', 'Eight.', 'Nine.'])
    expect(shown.filter((texts) => (texts as string[]).length < 2)).toEqual([])
    expect(stage.state.sessions.s).toMatchObject({ hasOlder: true, isLoadingOlder: false })
  })

  it('calls its rows the same when it begins anew, also a run of calls that was loaded in two parts', async () => {
    const call = (id: string, parentUuid: string | null) => ({
      ...raw(id, '', parentUuid),
      message: { id, role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: {} }] },
    })
    const told = (seq: number, message: object) => ({ ...said(seq, ''), message }) as LiveRecord
    const stage = new LiveStage(async () => ({ items: [call('c1', null), call('c2', 'c1')], before: null }))
    stage.live.openSession('s')
    const socket = await stage.online()
    socket.say(opened({ after: 7, hasOlder: true }), records(told(8, call('c3', 'c2'))), caughtUp(8))
    stage.clock.draw()
    await stage.live.loadOlder('s')
    const keys = () => stage.state.sessions.s?.rows.map(({ key }) => key)
    expect(keys()).toEqual(['tools:c1', 'tools:c3'])
    socket.say(opened({ epoch: 'e2', after: 7, hasOlder: true }), records(told(8, call('c3', 'c2'))), caughtUp(8))
    stage.clock.draw()
    await stage.clock.pass(0)
    expect(keys()).toEqual(['tools:c1', 'tools:c3'])
  })

  it('shows its newest messages where what it had cannot be read again, and no more of a conversation without it', async () => {
    const asked: (string | undefined)[] = []
    const stage = new LiveStage(async (_, before) => {
      asked.push(before)
      throw new Error('There is no message.')
    })
    stage.live.openSession('s')
    const socket = await stage.online()
    socket.say(opened(), records(said(1, 'Old.')), caughtUp(1))
    socket.say(opened({ epoch: 'e2', after: 7, hasOlder: true }), records(said(8, 'New.')), caughtUp(8))
    stage.clock.draw()
    await stage.clock.pass(0)
    expect(textsOf(stage)).toEqual(['New.'])
    expect(asked).toEqual(['a1'])
    socket.say(records(said(9, 'Newer.')))
    stage.clock.draw()
    expect(textsOf(stage)).toEqual(['New.', 'Newer.'])
  })

  it('loads what came before, keeps the rows that were there, and goes on meanwhile', async () => {
    const asked: (string | undefined)[] = []
    const stage = new LiveStage(async (_, before) => {
      asked.push(before)
      return { items: [raw('o1', 'Older.'), raw('o2', 'Old.', 'o1')], before: null }
    })
    stage.live.openSession('s')
    const socket = await stage.online()
    socket.say(opened({ after: 5, hasOlder: true }), records(said(6, 'Six.')), caughtUp(6))
    stage.clock.draw()
    const keys = stage.state.sessions.s?.rows.map(({ key }) => key)
    const loading = stage.live.loadOlder('s')
    expect(stage.state.sessions.s?.isLoadingOlder).toBe(true)
    socket.say(records(said(7, 'Seven.')))
    stage.clock.draw()
    await loading
    expect(asked).toEqual(['a6'])
    expect(textsOf(stage)).toEqual(['Older.', 'Old.', 'Six.', 'Seven.'])
    expect(stage.state.sessions.s?.rows[2]?.key).toBe(keys?.[0])
    expect(stage.state.sessions.s).toMatchObject({ hasOlder: false, isLoadingOlder: false })
    await stage.live.loadOlder('s')
    expect(asked).toHaveLength(1)
  })

  it('that begins anew while older messages are folded has those of its new beginning still to come', async () => {
    const many = Array.from({ length: 2500 }, (_, at) => raw(`o${at}`, 'Older.'))
    let asked = 0
    const stage = new LiveStage(async () => {
      asked += 1
      if (asked > 1) throw new Error('They are gone.')
      return { items: many, before: null }
    })
    stage.live.openSession('s')
    const socket = await stage.online()
    socket.say(opened({ after: 5, hasOlder: true }), records(said(6, 'Six.')), caughtUp(6))
    stage.clock.draw()
    const loading = stage.live.loadOlder('s')
    await stage.clock.pass(0)
    socket.say(opened({ epoch: 'e2', after: 7, hasOlder: true }), records(said(8, 'New.')), caughtUp(8))
    stage.clock.draw()
    await loading
    await stage.clock.pass(0)
    stage.clock.draw()
    expect(textsOf(stage)).toEqual(['New.'])
    expect(stage.state.sessions.s).toMatchObject({ hasOlder: true, isLoadingOlder: false })
  })

  it('that begins anew is shown after a while, also where what was read cannot be had', async () => {
    const stage = new LiveStage(() => new Promise(() => undefined))
    stage.live.openSession('s')
    const socket = await stage.online()
    socket.say(opened({ after: 5, hasOlder: true }), records(said(6, 'Six.')), caughtUp(6))
    stage.clock.draw()
    socket.say(opened({ epoch: 'e2', after: 7, hasOlder: true }), records(said(8, 'New.')), caughtUp(8))
    stage.clock.draw()
    expect(textsOf(stage)).toEqual(['Six.'])
    await stage.clock.pass(3000)
    stage.clock.draw()
    expect(textsOf(stage)).toEqual(['New.'])
  })

  it('loads on where a page of what came before holds lines of agents alone', async () => {
    const inner = (uuid: string) => ({ ...raw(uuid, 'Inside.'), parent_tool_use_id: 'call' })
    const asked: [string | undefined, number][] = []
    const stage = new LiveStage(async (_, before, limit) => {
      asked.push([before, limit])
      if (asked.length === 1) return { items: [inner('i2'), inner('i3')], before: 'i2' }
      return asked.length === 2
        ? { items: [raw('o1', 'Older.'), inner('i1')], before: 'o1' }
        : { items: [], before: null }
    })
    stage.live.openSession('s')
    const socket = await stage.online()
    socket.say(opened({ after: 5, hasOlder: true }), records(said(6, 'Six.')), caughtUp(6))
    stage.clock.draw()
    await stage.live.loadOlder('s')
    expect(asked).toEqual([
      ['a6', 100],
      ['i2', 200],
    ])
    expect(textsOf(stage)).toEqual(['Older.', 'Six.'])
    expect(stage.state.sessions.s?.hasOlder).toBe(true)
  })
})
