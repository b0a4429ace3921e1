import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Answer, askServer, PairedDevice, startServer, type TestServer } from '@quarterdeck/testkit'
import { root } from '../scripts/root.ts'

const PLAYER = join(root, 'packages/server/dist/player.js')

/** Stands in every file that nobody may read or write through a session. */
export const SECRET = 'secret-51d0c7'
/** What an attacker would have written there. */
export const PLANTED = 'planted-9e2a44'

/** Paths below the home folder that no session's files lie in, whoever asks. All of them are there. */
export const PROTECTED = [
  '.claude/.credentials.json',
  '.claude/settings.json',
  '.claude/projects/note.jsonl',
  '.claude.json',
  '.ssh/id_ed25519',
  '.ssh/authorized_keys',
  '.gnupg/private.key',
  '.bashrc',
  '.zshenv',
  '.profile',
  '.config/fish/config.fish',
  '.config/systemd/user/x.service',
  '.config/autostart/x.desktop',
  '.aws/credentials',
  '.netrc',
  '.npmrc',
  '.gitconfig',
  'Library/LaunchAgents/x.plist',
  'data/config.json',
  'data/trusted-folders.json',
  'project/.git/config',
  'project/.git/hooks/pre-commit',
  'project/.claude/settings.local.json',
  'project/.claude/worktrees/unlisted/a.txt',
  'project/.bash_profile',
] as const

/** The same files by other names: as another file system would read them, or through a link. */
export const ALIASES = [
  'project/.GIT/config',
  'project/.g\u200cit/config',
  'project/.git./config',
  'project/GIT~1/config',
  'project/.Claude/settings.local.json',
  '.SSH/id_ed25519',
  '.\u017f\u017fh/id_ed25519',
  'to-ssh/id_ed25519',
  'to-ssh/new-key',
  'to-key',
  'project/hard-key',
  'project/../.ssh/id_ed25519',
  'Data/config.json',
] as const

export const SESSIONS = {
  /** In the home folder, which is trusted, with a transcript that claims to have changed all that is protected. */
  home: '51500000-0000-4000-8000-000000000001',
  untrusted: '51500000-0000-4000-8000-000000000002',
  /** In a folder that is trusted, and not below `--root`. */
  outside: '51500000-0000-4000-8000-000000000003',
} as const

export interface Change {
  path: string
  /** Null: there was no file. */
  before: string | null
  after: string
}

/** A server with a paired device, a home full of secrets, and transcripts that somebody else has written. */
export class EffectsStage {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'effects-')))
  readonly outside = realpathSync(mkdtempSync(join(tmpdir(), 'effects-outside-')))
  readonly data = join(this.home, 'data')
  readonly project = join(this.home, 'project')
  server: TestServer = null as unknown as TestServer
  device: PairedDevice = null as unknown as PairedDevice
  /** What stood in the protected files when the server was ready. */
  #before = ''

  static async set(): Promise<EffectsStage> {
    const stage = new EffectsStage()
    stage.#write()
    const env = { HOME: stage.home, PATH: process.env.PATH ?? '', QUARTERDECK_PLAYER_SPEED: '1' }
    stage.server = await startServer({ data: stage.data, env, args: ['--claude', PLAYER, '--root', stage.home] })
    stage.device = await PairedDevice.pair(stage.server)
    stage.#before = stage.#readProtected()
    return stage
  }

  /** As the device. */
  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    return askServer(this.server.url, method, path, { headers: this.device.headers, body })
  }

  restore(session: keyof typeof SESSIONS, version: string, body: object): Promise<Answer> {
    const at = `/api/claude/sessions/${SESSIONS[session]}/file-history/${encodeURIComponent(version)}/restore`
    return this.ask('POST', at, body)
  }

  rewind(session: keyof typeof SESSIONS, body: object): Promise<Answer> {
    const messageUuid = toUuid(session, 0)
    return this.ask('POST', `/api/claude/sessions/${SESSIONS[session]}/rewind`, { messageUuid, ...body })
  }

  /** The newest lines of the record, newest first. */
  async record(limit = 50): Promise<Record<string, unknown>[]> {
    const answer = await askServer(this.server.url, 'GET', `/api/audit?limit=${limit}`, {
      headers: { authorization: `Bearer ${this.server.token}` },
    })
    return (answer.json() as { items: Record<string, unknown>[] }).items
  }

  /** What of the protected files is not as it was. */
  get harm(): string | null {
    const now = this.#readProtected()
    return now === this.#before ? null : now
  }

  async clear(): Promise<void> {
    await this.server?.end()
    for (const folder of [this.home, this.outside]) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  writeSession(session: keyof typeof SESSIONS, cwd: string, changes: readonly Change[]): void {
    const folder = join(this.home, '.claude/projects', cwd.replaceAll(/[^A-Za-z0-9]/g, '-'))
    this.write(join(folder, `${SESSIONS[session]}.jsonl`), toTranscript(session, cwd, changes))
  }

  #write(): void {
    const trusted = [this.home, this.outside, this.project]
    const projects = Object.fromEntries(trusted.map((path) => [path, { hasTrustDialogAccepted: true }]))
    for (const path of PROTECTED) this.write(join(this.home, path), `${SECRET}\n`)
    this.write(join(this.home, '.claude.json'), JSON.stringify({ projects, note: SECRET }))
    this.write(join(this.data, 'config.json'), '{}')
    this.write(join(this.data, 'trusted-folders.json'), '[]')
    this.write(join(this.home, '.claude/settings.json'), JSON.stringify({ note: SECRET }))
    symlinkSync(join(this.home, '.ssh'), join(this.home, 'to-ssh'))
    // A harmless name for what GitHub runs.
    this.write(join(this.project, '.github/workflows/ci.yml'), 'new steps\n')
    symlinkSync('.github/workflows', join(this.project, 'steps'))
    symlinkSync(join(this.home, '.ssh/id_ed25519'), join(this.home, 'to-key'))
    linkSync(join(this.home, '.ssh/id_ed25519'), join(this.project, 'hard-key'))
    this.write(join(this.project, 'notes.txt'), 'new\n')
    this.write(join(this.project, 'other.txt'), `${SECRET}: not of this session\n`)
    this.write(join(this.project, 'CLAUDE.md'), 'new rules\n')
    // A repository of its own: the trust in the home folder does not reach it.
    mkdirSync(join(this.home, 'untrusted/.git'), { recursive: true })
    this.write(join(this.home, 'untrusted/a.txt'), 'new\n')
    this.write(join(this.outside, 'a.txt'), 'new\n')
    const hostile = [...PROTECTED, ...ALIASES].map((path) => join(this.home, path))
    // A `..` that `join` would have taken out.
    const changes = [...hostile, `${this.project}/../.ssh/id_ed25519`].map(toHostile)
    const steps = { path: join(this.project, 'steps/ci.yml'), before: 'old steps\n', after: 'new steps\n' }
    this.writeSession('home', this.home, [
      { path: join(this.project, 'notes.txt'), before: 'old\n', after: 'new\n' },
      { path: join(this.project, 'fresh.txt'), before: null, after: 'fresh\n' },
      { path: join(this.project, 'CLAUDE.md'), before: 'old rules\n', after: 'new rules\n' },
      ...changes,
      steps,
    ])
    this.writeSession('untrusted', join(this.home, 'untrusted'), [
      { path: join(this.home, 'untrusted/a.txt'), before: 'old\n', after: 'new\n' },
    ])
    this.writeSession('outside', this.outside, [{ path: join(this.outside, 'a.txt'), before: 'old\n', after: 'new\n' }])
  }

  #readProtected(): string {
    return PROTECTED.map((path) => `${path}: ${readFileSync(join(this.home, path), 'utf8')}`).join('')
  }
}

function toHostile(path: string): Change {
  return { path, before: `${PLANTED}\n`, after: `${PLANTED}, too\n` }
}

function toUuid(session: keyof typeof SESSIONS, place: number): string {
  return `${SESSIONS[session].slice(0, 24)}${SESSIONS[session].at(-1)}${String(place).padStart(11, '0')}`
}

/** Each change is called `toolu_0`, `toolu_1` and so on. */
function toTranscript(session: keyof typeof SESSIONS, cwd: string, changes: readonly Change[]): string {
  const shared = {
    ...{ sessionId: SESSIONS[session], cwd, version: '2.1.325', gitBranch: 'main' },
    ...{ isSidechain: false, userType: 'external' },
  }
  const at = (place: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, place)).toISOString()
  const toLine = (place: number, type: string, message: object, more: object = {}) => ({
    ...{ type, ...shared, uuid: toUuid(session, place), parentUuid: place === 0 ? null : toUuid(session, place - 1) },
    ...{ timestamp: at(place), message: { role: type, ...message }, ...more },
  })
  const lines = changes.flatMap(({ path: filePath, before, after }, index) => {
    const id = `toolu_${index}`
    const use = { type: 'tool_use', id, name: 'Write', input: { file_path: filePath, content: after } }
    const result = { type: before === null ? 'create' : 'update', filePath, content: after, structuredPatch: [] }
    return [
      toLine(index * 2 + 1, 'assistant', { id: `msg_${index}`, type: 'message', model: 'x', content: [use] }),
      toLine(
        index * 2 + 2,
        'user',
        { content: [{ type: 'tool_result', tool_use_id: id, content: 'Written.' }] },
        { toolUseResult: { ...result, originalFile: before } },
      ),
    ]
  })
  const all = [toLine(0, 'user', { content: 'Change everything.' }), ...lines]
  return all.map((line) => `${JSON.stringify(line)}\n`).join('')
}
