import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestArchive, toId, toLine } from '../archive-for-test.ts'
import { countHistory } from './count-history.ts'
import { foldTail } from './fold-tail.ts'

const SESSION = toId(1)

describe('the history of a log', () => {
  let stage: TestArchive
  beforeEach(() => {
    stage = new TestArchive()
  })
  afterEach(() => stage.close())

  it('is none where there is no transcript', async () => {
    expect(await countHistory(stage.archive, SESSION)).toBeNull()
  })

  it('is every line that is there, agents included, and how far each file was written', async () => {
    stage.write(
      SESSION,
      [1, 2, 3].map((number) => toLine('user', toId(number, 2))),
    )
    stage.write(SESSION, [toLine('assistant', toId(4, 2), { isSidechain: true, agentId: 'a1' })], { agent: 'a1' })
    const history = await countHistory(stage.archive, SESSION)
    expect(history).toMatchObject({ sessionId: SESSION, lines: 4 })
    expect(Object.keys(history?.position ?? {})).toEqual(['', 'a1'])
    stage.write(SESSION, [toLine('user', toId(5, 2))])
    expect((await countHistory(stage.archive, SESSION))?.lines).toBe(5)
  })

  it('ends with the message at which a session is forked, and not with one that only names it', async () => {
    const named = toLine('assistant', toId(2, 2), { message: { role: 'assistant', content: `"uuid":"${toId(3, 2)}"` } })
    stage.write(SESSION, [toLine('user', toId(1, 2)), named, toLine('user', toId(3, 2)), toLine('user', toId(4, 2))])
    expect(await countHistory(stage.archive, SESSION, toId(3, 2))).toMatchObject({ lines: 3, until: toId(3, 2) })
    await expect(countHistory(stage.archive, SESSION, toId(9, 2))).rejects.toThrow('There is no message')
  })

  it('is folded from its end, as much as is good for others, and says whether that was all', async () => {
    stage.write(SESSION, [toLine('user', toId(1, 2)), toLine('assistant', toId(2, 2))])
    const { state, isWhole } = await foldTail(stage.archive, SESSION)
    expect([state.turns.size, state.about.cwd, isWhole]).toEqual([1, '/project', true])
    const many = Array.from({ length: 1000 }, (_, index) => toLine('user', toId(index + 10, 2)))
    stage.write(SESSION, many)
    const tail = await foldTail(stage.archive, SESSION)
    expect([tail.isWhole, tail.state.main.entries.size]).toEqual([false, 400])
    const history = await countHistory(stage.archive, SESSION)
    stage.write(SESSION, [toLine('user', toId(9999, 2))])
    const before = await foldTail(stage.archive, SESSION, `@:${history?.position['']}`)
    expect(before.state.leaf).toBe(toId(1009, 2))
  })
})
