import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionDetail, StartSession } from '@quarterdeck/contract'
import { DriverError } from '@quarterdeck/driver'
import { TestArchive } from './archive-for-test.ts'
import { Hub } from './hub.ts'
import { TrustedFolders } from './start/trusted-folders.ts'

const PACKAGES = join(import.meta.dirname, '..', '..', '..')
const PLAYER = join(PACKAGES, 'player/src/main.ts')
const KEEPER = join(PACKAGES, 'driver/src/keeper/main.ts')

/** A hub on the fake CLI, in keepers of their own. */
export class HubForTest {
  readonly files = new TestArchive()
  readonly project = join(this.files.folder, 'project')
  readonly data = join(this.files.folder, 'data')
  hub: Hub
  hasCli = true
  /** Of sessions that could not be read. */
  readonly faults: string[] = []

  private constructor() {
    this.hub = null as unknown as Hub
    mkdirSync(this.project)
    mkdirSync(this.data)
  }

  static async set(): Promise<HubForTest> {
    const stage = new HubForTest()
    await stage.open()
    return stage
  }

  async open(): Promise<void> {
    const { data, files } = this
    const claudeDir = join(files.folder, 'claude')
    const trusted = new TrustedFolders(join(data, 'trusted-folders.json'), () => true)
    this.hub = await Hub.open({
      ...{ data, claudeDir, archive: files.archive, trusted, idleMs: null, maxLive: 5, keepMs: 1e9 },
      toAllowed: (options) => options,
      onFault: (_, id) => this.faults.push(id),
      findCli: () => {
        if (!this.hasCli) throw new DriverError('cli_not_found', 'There is no CLI. Install it.')
        return { path: PLAYER, command: process.execPath, args: [PLAYER] }
      },
      program: {
        file: KEEPER,
        env: { ...process.env, CLAUDE_CONFIG_DIR: claudeDir, HOME: files.folder, QUARTERDECK_PLAYER_SPEED: '1' },
      },
    })
  }

  async clear(): Promise<void> {
    await this.hub.endAll({ termAfterMs: 200, killAfterMs: 400 })
    this.hub.close()
    await this.files.close()
  }

  async start(request: Partial<StartSession> = {}): Promise<string> {
    const order = { commandId: randomUUID(), by: 'a test', sessionId: randomUUID() }
    const whole = { cwd: this.project, ...request }
    return (await this.hub.start({ ...order, request: whole, options: { cwd: whole.cwd } })).sessionId
  }

  /** Waits until the session is so; the test's own limit ends the waiting. */
  async until(id: string, isSo: (session: SessionDetail) => boolean): Promise<SessionDetail> {
    for (;;) {
      const session = await this.hub.describe(id)
      if (isSo(session)) return session
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
