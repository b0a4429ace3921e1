import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../../../scripts/rows.ts'
import { ALIASES, EffectsStage, PLANTED, PROTECTED, SECRET, SESSIONS } from '../../effects-stage.ts'

/** The versions of what the session changed rightly: its notes, and that there was no file. */
const NOTES = 'toolu_0@before'
const ABSENT = 'toolu_1@before'
const FIRST_HOSTILE = 3

export interface EffectFindings {
  asked: number
  wrong: string[]
}

type Ask = (name: string, request: Promise<{ status: number; text: string }>) => Promise<void>

/** Restores and rewinds of everything that is protected, by every name for it, by way of `to` and of a hostile transcript. */
export async function attackPutBack(stage: EffectsStage): Promise<EffectFindings> {
  const wrong: string[] = []
  let asked = 0
  const ask: Ask = async (name, request) => {
    const { status, text } = await request
    asked++
    if (status !== 403) wrong.push(`${name}: ${status} ${text.slice(0, 200)}`)
    if (text.includes(SECRET)) wrong.push(`${name} shows what is in the file`)
    if (/[0-9a-f]{64}/.test(text)) wrong.push(`${name} shows a hash`)
    const [line] = await stage.record(1)
    if (line?.event !== 'refusal' || line.deviceId !== stage.device.deviceId) wrong.push(`${name} left no line`)
    if (stage.harm !== null) wrong.push(`${name} did harm: ${stage.harm.slice(0, 200)}`)
  }
  const paths = [...PROTECTED, ...ALIASES]
  for (const [index, path] of paths.entries()) {
    for (const body of [{ dryRun: true }, {}, { force: true }]) {
      const how = `${path} ${JSON.stringify(body)}`
      await ask(`restore of ${how}`, stage.restore('home', `toolu_${FIRST_HOSTILE + index}@before`, body))
      for (const to of [path, join(stage.home, path)])
        await ask(`restore to ${how}`, stage.restore('home', NOTES, { ...body, to }))
      await ask(`deletion of ${how}`, stage.restore('home', ABSENT, { ...body, to: join(stage.home, path) }))
    }
  }
  for (const to of ['project/other.txt', 'project/CLAUDE.md', 'project/.mcp.json', 'project/.github/workflows/x.yml'])
    for (const body of [{ dryRun: true }, { force: true }])
      await ask(`restore to ${to}`, stage.restore('home', NOTES, { ...body, to: join(stage.home, to) }))
  for (const session of ['untrusted', 'outside'] as const)
    for (const body of [{ dryRun: true }, {}, { force: true }]) {
      await ask(`restore in ${session}`, stage.restore(session, NOTES, body))
      const { force: _, ...rest } = body as { force?: boolean }
      await ask(`rewind in ${session}`, stage.rewind(session, rest))
    }
  wrong.push(...(await attackRewind(stage)))
  return { asked: asked + 2, wrong }
}

/** Of a rewind, what is protected stays as it is, and nothing is told of it. */
async function attackRewind(stage: EffectsStage): Promise<string[]> {
  const wrong: string[] = []
  for (const body of [{ dryRun: true }, {}]) {
    const { status, text } = await stage.rewind('home', { confirm: [], ...body })
    if (status !== 200) wrong.push(`rewind: ${status} ${text.slice(0, 200)}`)
    if (text.includes(SECRET) || text.includes(PLANTED)) wrong.push('a rewind shows what is in a file')
    const { files = [] } = JSON.parse(text) as { files?: { path: string; kind: string }[] }
    const isOwn = ({ path }: { path: string }) => path.startsWith(join(stage.project, 'notes')) || /fresh/.test(path)
    const told = files.filter((file) => !isOwn(file))
    for (const file of told)
      if (file.kind !== 'refused' || Object.keys(file).some((key) => !['path', 'kind', 'reason'].includes(key)))
        wrong.push(`a rewind tells of ${file.path}: ${JSON.stringify(file).slice(0, 200)}`)
    if (told.length < PROTECTED.length) wrong.push(`a rewind tells of ${told.length} refused files only`)
    if (stage.harm !== null) wrong.push(`a rewind did harm: ${stage.harm.slice(0, 200)}`)
    if (!(await stage.record(5)).some(({ event, door }) => event === 'refusal' && door === 'rewind'))
      wrong.push('a rewind left no line of what it refused')
  }
  // The row can fail: what the session changed rightly is put back.
  if (readFileSync(join(stage.project, 'notes.txt'), 'utf8') !== 'old\n') wrong.push('the notes were not put back')
  return wrong
}

/** Uploads into everything that is protected, and over what Claude Code reads by itself. */
export async function attackUploads(stage: EffectsStage): Promise<EffectFindings> {
  const wrong: string[] = []
  const data = Buffer.from(PLANTED).toString('base64')
  const attempts = [
    { name: 'settings.local.json', cwd: stage.project, folder: '.claude' },
    { name: 'settings.local.json', cwd: join(stage.project, '.claude') },
    { name: 'config.json', cwd: stage.home, folder: 'data' },
    { name: 'config.json', cwd: stage.data },
    { name: 'authorized_keys2', cwd: stage.home, folder: '.ssh' },
    { name: 'authorized_keys2', cwd: join(stage.home, '.ssh') },
    { name: 'authorized_keys2', cwd: join(stage.home, 'to-ssh') },
    { name: 'post-checkout', cwd: stage.project, folder: '.git/hooks' },
    { name: 'post-checkout', cwd: join(stage.project, '.git/hooks') },
    { name: 'x.txt', cwd: stage.project, folder: 'src' },
    { name: 'x.txt', cwd: stage.project, folder: '.quarterdeck/uploads/..' },
    { name: 'x.txt', cwd: join(stage.home, 'untrusted') },
    { name: 'x.txt', cwd: stage.outside },
  ]
  const before = listAll(stage)
  for (const attempt of attempts) {
    const { status, text } = await stage.ask('POST', '/api/uploads', { ...attempt, data })
    const name = `upload of ${JSON.stringify(attempt)}`
    if (status !== 403) wrong.push(`${name}: ${status} ${text.slice(0, 200)}`)
    const [line] = await stage.record(1)
    if (line?.event !== 'refusal' || line.deviceId !== stage.device.deviceId) wrong.push(`${name} left no line`)
  }
  const now = listAll(stage)
  if (now !== before) wrong.push('an upload left something behind')
  return { asked: attempts.length, wrong }
}

function listAll({ home, project, outside }: EffectsStage): string {
  const folders = ['.ssh', '.claude', 'untrusted'].map((name) => join(home, name))
  return [...folders, project, outside]
    .flatMap((folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).sort() : []))
    .join('\n')
}

export default {
  id: 'S15',
  title: 'protected paths: restored, rewound and uploaded to, by a paired device',
  async run() {
    const stage = await EffectsStage.set()
    try {
      const uploads = await attackUploads(stage)
      const putBack = await attackPutBack(stage)
      const wrong = [...uploads.wrong, ...putBack.wrong]
      const asked = uploads.asked + putBack.asked
      return {
        passed: wrong.length === 0,
        bar: 'refused, recorded, nothing read or written',
        found:
          wrong.length === 0
            ? `${asked} requests, all refused`
            : `${wrong.length} wrong: ${wrong.slice(0, 5).join('; ')}`,
        figures: { asked, wrong: wrong.length, sessions: Object.keys(SESSIONS).length },
      }
    } finally {
      await stage.clear()
    }
  },
} satisfies Row
