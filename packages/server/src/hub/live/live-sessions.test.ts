import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toId, toLine } from '../archive-for-test.ts'
import { HubForTest } from '../hub-for-test.ts'

/** More than is read of its end. */
const LINES = 900
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('the sessions in memory', () => {
  let stage: HubForTest
  beforeEach(async () => {
    stage = await HubForTest.set()
  })
  afterEach(() => stage.clear())

  /** As it was left by a server that has ended. */
  const leave = (id: string, more: object = {}) => {
    const folder = join(stage.data, 'sessions', id)
    mkdirSync(folder, { recursive: true })
    const info = { sessionId: id, created: new Date().toISOString(), options: { cwd: stage.project }, ...more }
    writeFileSync(join(folder, 'session.json'), JSON.stringify(info))
    return join(folder, 'log.ndjson')
  }

  it('are there although one of them cannot be read, which is told', async () => {
    leave(toId(1))
    mkdirSync(leave(toId(2)))
    stage.hub.close()
    await stage.open()
    await expect(stage.hub.open(toId(1))).resolves.toMatchObject({ sessionId: toId(1) })
    expect(stage.faults).toEqual([toId(2)])
    await expect(stage.hub.open(toId(2))).rejects.toThrow('EISDIR')
  })
  describe('that went on with a long transcript', () => {
    const A = toId(3)
    let log: string
    beforeEach(() => {
      const prompts = Array.from({ length: LINES }, (_, number) => toLine('user', toId(number, 4)))
      stage.files.write(A, prompts)
      const position = stage.files.archive.readPosition(A)
      log = leave(A, { history: { sessionId: A, lines: LINES, position } })
    })

    /** One record that tells of another prompt; those before it were dropped for size. */
    const writeLog = async (seq: number) => {
      const message = { type: 'user', uuid: toId(1, 5), message: { role: 'user', content: 'One more.' } }
      const record = { seq, at: new Date().toISOString(), from: 'cli', message }
      const header = { log: 1, epoch: 'e', droppedThrough: seq - 1 }
      writeFileSync(log, `${JSON.stringify(header)}\n${JSON.stringify(record)}\n`)
      await stage.hub.openSource(A)
    }

    it('are told whole once all of it was read', async () => {
      await writeLog(1)
      let isMore = false
      expect(await stage.hub.describe(A, () => (isMore = true))).toMatchObject({ isPartial: true })
      await until(() => isMore)
      expect(await stage.hub.describe(A)).toMatchObject({ isPartial: false, facts: { turnCount: LINES + 1 } })
    })

    it('are never told whole where the beginning of the log was dropped', async () => {
      await writeLog(7)
      await stage.hub.describe(A, () => undefined)
      const { isPartial } = await stage.until(A, ({ facts }) => Number(facts.turnCount) > LINES)
      expect(isPartial).toBe(true)
    })

    it('stay partial where their log can no longer be read, which is told', async () => {
      await writeLog(1)
      rmSync(log)
      mkdirSync(log)
      expect(await stage.hub.describe(A, () => undefined)).toMatchObject({ isPartial: true })
      await until(() => stage.faults.length > 0)
      expect(await stage.hub.describe(A)).toMatchObject({ isPartial: true })
      expect(stage.faults).toEqual([A])
    })
  })
})
