import { entriesOf } from '@quarterdeck/transcript'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestArchive, toId, toLine } from '../archive-for-test.ts'
import { foldTail } from './fold-tail.ts'
import { WholeFolds } from './whole-folds.ts'

const A = toId(1)
const TURNS = 600
const FILLING = 'x'.repeat(4000)

/** A turn that writes a file. */
function toTurn(number: number, path = `/project/${number}`): object[] {
  const [prompt, call, done] = [toId(number, 3), toId(number, 4), toId(number, 5)]
  const use = { type: 'tool_use', id: `t${number}`, name: 'Write', input: { file_path: path, content: 'x' } }
  const result = { type: 'tool_result', tool_use_id: `t${number}`, content: 'File created' }
  return [
    toLine('user', prompt),
    toLine('assistant', call, { message: { role: 'assistant', id: `m${number}`, model: 'm', content: [use] } }),
    toLine('user', done, { message: { role: 'user', content: [result] }, toolUseResult: { content: FILLING } }),
  ]
}

describe('what a whole transcript amounts to', () => {
  let files: TestArchive
  let wholes: WholeFolds
  beforeEach(() => {
    files = new TestArchive()
    wholes = new WholeFolds(files.archive)
    files.write(A, Array.from({ length: TURNS }, (_, index) => toTurn(index)).flat())
  })
  afterEach(() => files.close())

  const countFiles = async () => {
    const state = await wholes.find(A)
    return state && [state.turns.size, [...entriesOf(state.files)].length]
  }

  it('is more than its end, and is known when it was read', async () => {
    const tail = await foldTail(files.archive, A)
    expect(tail.isWhole).toBe(false)
    expect(await wholes.find(A)).toBeNull()
    expect(await wholes.read(A)).toBe(true)
    expect(await countFiles()).toEqual([TURNS, TURNS])
    const state = await wholes.find(A)
    expect(state?.main.entries.size).toBeLessThan(TURNS)
  })

  it('goes on with what is written since, and begins anew with another file', async () => {
    await wholes.read(A)
    files.write(A, [...toTurn(700), ...toTurn(701, '/project/700')])
    expect(await countFiles()).toEqual([TURNS + 2, TURNS + 1])
    files.write(A, toTurn(702))
    expect(await countFiles()).toEqual([TURNS + 3, TURNS + 2])
    files.replace(A, toTurn(1))
    expect(await wholes.find(A)).toBeNull()
  })

  it('forgets what was said also while it grows in small steps', async () => {
    await wholes.read(A)
    for (let step = 0; step < 10; step += 1) {
      files.write(A, Array.from({ length: 80 }, (_, index) => toTurn(1000 + step * 80 + index)).flat())
      await wholes.find(A)
    }
    const state = await wholes.find(A)
    expect(state?.turns.size).toBe(TURNS + 800)
    expect(state?.main.entries.size).toBeLessThan(TURNS)
  })

  it('counts an answer that comes in pieces once, also in a turn without end', async () => {
    const B = toId(2)
    // So long that it would be forgotten in the middle of an answer.
    const long = 'y'.repeat(480_000)
    const piece = (number: number, at: number, block: object) => {
      const message = { role: 'assistant', id: `m${number}`, model: 'm', content: [block], usage: { output_tokens: 7 } }
      return toLine('assistant', toId(number, at), { message })
    }
    const answers = Array.from({ length: 60 }, (_, number) => [
      piece(number, 3, { type: 'thinking', thinking: long }),
      piece(number, 4, { type: 'text', text: long }),
    ])
    files.write(B, [toLine('user', toId(99, 6)), ...answers.flat()])
    await wholes.read(B)
    const state = await wholes.find(B)
    expect(state?.main.entries.size).toBeLessThan(60)
    expect(state?.turns.size).toBe(1)
    expect(state?.usage.tokens.output).toBe(60 * 7)
  })

  it('takes an agent that speaks between two pieces for no other answer', async () => {
    const B = toId(3)
    const long = 'y'.repeat(480_000)
    const piece = (number: number, at: number, more: object, block: object) => {
      const message = { role: 'assistant', id: `m${number}`, model: 'm', content: [block], ...more }
      return toLine('assistant', toId(number, at), { message })
    }
    const usage = { output_tokens: 7 }
    const answers = Array.from({ length: 60 }, (_, number) => [
      piece(number, 3, { usage }, { type: 'thinking', thinking: long }),
      { ...piece(number, 5, { id: `agent-${number}` }, { type: 'text', text: 'Hm.' }), parent_tool_use_id: 'a' },
      piece(number, 4, { usage }, { type: 'text', text: long }),
    ])
    files.write(B, [toLine('user', toId(99, 6)), ...answers.flat()])
    await wholes.read(B)
    const state = await wholes.find(B)
    expect(state?.main.entries.size).toBeLessThan(60)
    expect(state?.usage.tokens.output).toBe(60 * 7)
  })

  it('is kept for those that are asked for, and the others go first', async () => {
    const ids = Array.from({ length: 17 }, (_, number) => toId(number + 10))
    for (const id of ids) files.write(id, toTurn(1))
    await wholes.read(A)
    for (const id of ids.slice(0, 15)) await wholes.read(id)
    expect(await wholes.find(A)).not.toBeNull()
    for (const id of ids.slice(15)) await wholes.read(id)
    expect(await wholes.find(A)).not.toBeNull()
    expect(await wholes.find(ids[0] as string)).toBeNull()
  })

  it('of a session that is not there is nothing', async () => {
    expect(await wholes.read(toId(9))).toBe(false)
    expect(await wholes.find(toId(9))).toBeNull()
  })

  it('can be had up to a place, and up to a message', async () => {
    const position = files.archive.readPosition(A) ?? {}
    files.write(A, toTurn(700))
    expect((await wholes.readTo(A, position))?.turns.size).toBe(TURNS)
    expect((await wholes.readTo(A, position, toId(250, 5)))?.turns.size).toBe(251)
    await wholes.read(A)
    expect(wholes.findAt(A, position)).toBeNull()
    expect(wholes.findAt(A, files.archive.readPosition(A) ?? {})?.turns.size).toBe(TURNS + 1)
  })
})
