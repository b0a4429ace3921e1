import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Oracle, writeDataDirectory } from '@quarterdeck/testkit'
import { expect, it } from 'vitest'
import { Archive } from './archive.ts'

it('A session that the CLI has deleted is listed, read and searched from its safe copy, until it is back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unpack-'))
  const root = join(folder, 'claude')
  const archive = new Archive({
    directories: [root],
    data: join(folder, 'data'),
    upkeep: { folder: join(folder, 'ours'), isHeld: async () => false },
    mode: 'count',
    workers: 1,
  })
  try {
    const oracle = await writeDataDirectory(root, { seed: 9, sessions: 10, projects: 2, bytes: 600_000 })
    const needle = oracle.needles.find(({ kind }) => kind === 'subagent') as Oracle['needles'][number]
    const session = oracle.sessions.find(({ id }) => id === needle.hits[0]?.sessionId) as Oracle['sessions'][number]
    const path = join(root, session.file)
    const whole = readFileSync(path)
    expect(await archive.upkeep.keep(session.id)).toMatchObject({ kind: 'kept' })
    await archive.upkeep.run()
    expect(existsSync(join(folder, 'data/unpacked', session.file))).toBe(false)

    rmSync(path)
    rmSync(path.replace(/\.jsonl$/, ''), { recursive: true, force: true })
    await archive.upkeep.run()
    await archive.settle()
    const modified = new Date(session.modifiedMs).toISOString()
    expect(archive.findSession(session.id)).toMatchObject({ modified, directory: join(folder, 'data/unpacked') })
    expect(archive.findSession(session.id)).toMatchObject({ isKept: true, deletedFrom: null })
    expect(archive.readPage(session.id, { limit: 3 })?.items.length).toBeGreaterThan(0)
    expect((await archive.search({ text: needle.query })).hits.map(({ uuid }) => uuid)).toEqual([needle.hits[0]?.uuid])

    writeFileSync(path, whole)
    await archive.upkeep.run()
    expect(archive.findSession(session.id)?.directory).toBe(root)
  } finally {
    await archive.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
