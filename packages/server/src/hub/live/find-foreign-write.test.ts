import { join } from 'node:path'
import { KeptSession, LogFile } from '@quarterdeck/driver'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestArchive, toId, toLine } from '../archive-for-test.ts'
import { hasForeignWrite } from './find-foreign-write.ts'

const SESSION = toId(1)
const LOST = { kind: 'crashed', code: null, signal: null, forced: false, inTurn: true, reason: 'Killed.', stderr: '' }
const STOPPED = { kind: 'stopped', code: 0, signal: null, forced: false, inTurn: false, stderr: '' }

describe('whether another program has gone on with a session', () => {
  let stage: TestArchive
  let begun: string
  beforeEach(() => {
    stage = new TestArchive()
    begun = new Date(Date.now() - 3_600_000).toISOString()
  })
  afterEach(() => stage.close())

  /** A log of a session that has ended, with these answers in it. */
  async function open(answers: readonly string[], exit: object = STOPPED): Promise<KeptSession> {
    const folder = join(stage.folder, 'session')
    const log = new LogFile(join(folder, 'log.ndjson'))
    const say = (from: 'cli' | 'keeper', message: Record<string, unknown>) =>
      log.append([{ from, message, json: JSON.stringify(message) }])
    say('keeper', { type: 'keeper', subtype: 'started', pid: 1, sessionId: SESSION, cwd: '/project', resumed: false })
    for (const uuid of answers) say('cli', toLine('assistant', uuid) as Record<string, unknown>)
    say('keeper', { type: 'keeper', subtype: 'exited', exit })
    log.close()
    return KeptSession.open(folder)
  }

  const atOnce = () => ({ timestamp: new Date(Date.now() - 60_000).toISOString() })
  const later = (ms: number) => ({ timestamp: new Date(Date.now() + ms).toISOString() })

  it('is not so where the log has every answer, nor where there is no transcript at all', async () => {
    const kept = await open([toId(1, 2), toId(2, 2)])
    expect(hasForeignWrite(stage.archive, kept, begun)).toBe(false)
    stage.write(
      SESSION,
      [1, 2].map((number) => toLine('assistant', toId(number, 2), atOnce())),
    )
    expect(hasForeignWrite(stage.archive, kept, begun)).toBe(false)
  })

  it('is so where an answer is not in the log, but not where it was there before the log began', async () => {
    const kept = await open([toId(1, 2)])
    stage.write(SESSION, [toLine('assistant', toId(8, 2), { timestamp: '2026-01-01T00:00:00.000Z' })])
    expect(hasForeignWrite(stage.archive, kept, begun)).toBe(false)
    stage.write(SESSION, [toLine('assistant', toId(9, 2), atOnce())])
    expect(hasForeignWrite(stage.archive, kept, begun)).toBe(true)
  })

  it('is so where something was said after our process had ended', async () => {
    const kept = await open([])
    stage.write(SESSION, [toLine('user', toId(1, 2), later(1000))])
    expect(hasForeignWrite(stage.archive, kept, begun)).toBe(true)
  })

  it('does not show in what the CLI writes for itself, nor in what its agents write', async () => {
    const kept = await open([])
    stage.write(SESSION, [
      toLine('user', toId(1, 2), { ...later(1000), isMeta: true }),
      toLine('assistant', toId(2, 2), { ...atOnce(), isSidechain: true }),
      { type: 'custom-title', customTitle: 'A name' },
      { type: 'attachment', uuid: toId(3, 2), ...later(1000) },
    ])
    expect(hasForeignWrite(stage.archive, kept, begun)).toBe(false)
  })

  it('is not so where a CLI lost its keeper and wrote its last words, but is where that was long ago', async () => {
    const kept = await open([toId(1, 2)], LOST)
    stage.write(SESSION, [toLine('assistant', toId(2, 2), later(5000))])
    expect(hasForeignWrite(stage.archive, kept, begun)).toBe(false)
    stage.write(SESSION, [toLine('assistant', toId(3, 2), later(60_000))])
    expect(hasForeignWrite(stage.archive, kept, begun)).toBe(true)
  })
})
