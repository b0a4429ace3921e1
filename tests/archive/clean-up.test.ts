import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Session } from '@quarterdeck/driver'
import { CLI_VERSIONS, findRealCli, writeSession } from '@quarterdeck/testkit'
import { describe, expect } from 'vitest'
import { itemsOf, testsWith } from '../driver/driver-stage.ts'
import { HubStage } from '../stages/hub-stage.ts'

const DAY_MS = 86_400_000

/** Twenty transcripts that nobody has touched for ninety days, and settings of the user. Gives which are left of them. */
function age(home: string, project: string, settings: object): () => number {
  const ids = Array.from({ length: 20 }, () => writeSession(home, project, 1).sessionId)
  const then = new Date(Date.now() - 90 * DAY_MS)
  const list = () =>
    globSync('.claude/projects/*/*.jsonl', { cwd: home }).filter((path) => ids.includes(basename(path, '.jsonl')))
  for (const path of list()) utimesSync(join(home, path), then, then)
  writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify(settings))
  return () => list().length
}

/** 2.1.325 cleans up some seconds after its start, once a day, and notes it; 2.1.38 at every start, before the first turn. */
async function untilCleaned(home: string, version: string): Promise<void> {
  const note = join(home, '.claude', '.last-cleanup')
  if (version !== '2.1.38') await expect.poll(() => existsSync(note)).toBe(true)
  rmSync(note, { force: true })
}

/** What a session says of itself with its first turn, without what is another in each. */
async function readInit(session: Session): Promise<object> {
  const items = await itemsOf(session)
  const [init] = items.flatMap((item) =>
    item.kind === 'message' && item.message.type === 'system' && item.message.subtype === 'init' ? [item.message] : [],
  )
  if (init === undefined) throw new Error('It has not said what it is.')
  return { ...init, session_id: '', uuid: '', user_message_uuids: [], messaging_socket_path: '' }
}

// Each starts several CLIs one after the other.
describe.each(CLI_VERSIONS)('the clean-up of the real CLI %s', { timeout: 150_000 }, (version) => {
  const it = testsWith(version)

  it('deletes nothing at the start of a session of ours, where the user wants it to after a week', async ({
    stage,
  }) => {
    // What we prevent does happen: a caller that says so itself is obeyed, and all are gone.
    const countLost = age(stage.home, stage.project, { cleanupPeriodDays: 7 })
    const careless = await stage.start({ settings: { cleanupPeriodDays: 7 } })
    await careless.turn(stage.script('Hello.', { text: 'Hello.' }))
    await untilCleaned(stage.home, version)
    await expect.poll(countLost).toBe(0)
    await careless.stop()

    const count = age(stage.home, stage.project, { cleanupPeriodDays: 7 })
    const session = await stage.start()
    await session.turn(stage.script('Hello again.', { text: 'Hello.' }))
    await untilCleaned(stage.home, version)
    await session.stop()
    expect(count()).toBe(20)
  })

  it("is left to a user's 0; a session is the same with our setting and without", async ({ stage }) => {
    mkdirSync(join(stage.home, '.claude'))
    const first = await stage.start()
    await first.turn(stage.script('Hello.', { text: 'Hello.' }))
    const init = await readInit(first)
    expect(stage.transcript(first.id)).not.toEqual([])
    writeFileSync(join(stage.home, '.claude', 'settings.json'), '{"cleanupPeriodDays":0}')
    const second = await stage.start()
    await second.turn(stage.script('Hello again.', { text: 'Hello.' }))
    expect(await readInit(second)).toEqual(init)
    // With a number of ours, there would be one.
    if (!stage.isNew) expect(stage.transcript(second.id)).toEqual([])
  })

  it('does not run when we only ask the CLI for its version or its login', async ({ stage }) => {
    const count = age(stage.home, stage.project, { cleanupPeriodDays: 7 })
    const cli = findRealCli(version)
    const ask = (...args: string[]) => {
      const [command = '', ...rest] = cli.endsWith('.js') ? [process.execPath, cli] : [cli]
      return spawnSync(command, [...rest, ...args], { env: stage.env, cwd: stage.project, encoding: 'utf8' }).stdout
    }
    expect(ask('--version')).toContain(version)
    // The older one has no such command, and ends over the flag.
    expect(ask('auth', 'status', '--json') === '').toBe(!stage.isNew)
    expect(count()).toBe(20)
  })

  it('deletes nothing when a server starts sessions, resumes and forks them', async () => {
    const hub = await HubStage.set(version)
    try {
      const count = age(hub.home, hub.project, { cleanupPeriodDays: 7 })
      const id = await hub.converse('Say something short.')
      await untilCleaned(hub.home, version)
      expect(count()).toBe(20)
      await hub.stop(id)
      const fork = await hub.converse('Something else.', { resume: id, fork: true })
      await untilCleaned(hub.home, version)
      expect(count()).toBe(20)
      await hub.stop(fork)
      await hub.converse('Go on.', { resume: id })
      await untilCleaned(hub.home, version)
      expect(count()).toBe(20)
    } finally {
      await hub.clear()
    }
  })
})
