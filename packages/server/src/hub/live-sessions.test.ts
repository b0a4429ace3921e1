import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toId } from './archive-for-test.ts'
import { HubForTest } from './hub-for-test.ts'

describe('the sessions in memory', () => {
  let stage: HubForTest
  beforeEach(async () => {
    stage = await HubForTest.set()
  })
  afterEach(() => stage.clear())

  /** As it was left by a server that has ended. */
  const leave = (id: string) => {
    const folder = join(stage.data, 'sessions', id)
    mkdirSync(folder, { recursive: true })
    const info = { sessionId: id, created: new Date().toISOString(), options: { cwd: stage.project } }
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
})
