import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../../../scripts/rows.ts'
import { AskingStage } from '../../asking-stage.ts'
import { askEveryRoute } from '../../every-route.ts'
import { HostileFolder } from '../../hostile-folder.ts'

const SESSION = '6f0e1d2c-0000-4000-8000-000000000001'

/** A session that somebody, or some program, has left in the data directory. */
function writeTranscript(home: string, cwd: string): void {
  const folder = join(home, '.claude', 'projects', cwd.replaceAll(/[^a-zA-Z0-9]/g, '-'))
  mkdirSync(folder, { recursive: true })
  const lines = ['user', 'assistant'].map((type, index) => ({
    ...{
      type,
      sessionId: SESSION,
      cwd,
      version: '2.1.325',
      gitBranch: 'main',
      isSidechain: false,
      userType: 'external',
    },
    ...{ uuid: `00000000-0000-4000-8000-00000000000${index}`, parentUuid: null, timestamp: '2026-01-01T00:00:00.000Z' },
    message:
      type === 'user'
        ? { role: type, content: 'Hello' }
        : { role: type, id: 'm', type: 'message', model: 'x', content: [{ type: 'text', text: 'Hi' }] },
  }))
  writeFileSync(join(folder, `${SESSION}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

/** Everything that could start something there, without a word that it is trusted. */
function toAttempts(folder: string): [string, object][] {
  const at = `/api/claude/sessions/${SESSION}`
  return [
    ['/api/claude/sessions', { cwd: folder }],
    ['/api/claude/sessions', { cwd: folder, prompt: 'Go.', trust: false }],
    ['/api/claude/sessions', { cwd: folder, resume: SESSION }],
    ['/api/claude/sessions', { cwd: folder, continue: true, force: true }],
    ['/api/claude/sessions', { cwd: folder, resume: SESSION, fork: true }],
    ['/api/claude/sessions', { cwd: join(folder, '.claude') }],
    ['/api/claude/sessions', { cwd: join(folder, '..', 'project', 'link') }],
    [`${at}/messages`, { content: 'Go.' }],
    [`${at}/messages`, { content: 'Go.', force: true, whenBusy: 'now' }],
    [`${at}/control`, { subtype: 'mcp_status' }],
    [`${at}/control`, { subtype: 'get_workspace_diff' }],
    [`${at}/control`, { subtype: 'register_repo_root', directory: folder }],
    [`${at}/interrupt`, {}],
    [`${at}/rewind`, { messageUuid: '00000000-0000-4000-8000-000000000000', dryRun: true }],
  ]
}

/** Waits until the CLI of a session runs, and gives the argument that it is known by. */
function startedAs(stage: AskingStage, sessionId: string): Promise<string> {
  const argument = `--session-id=${sessionId}`
  return stage.until(() => (stage.starts.some(({ argv }) => argv.includes(argument)) ? argument : undefined))
}

export default {
  id: 'S7',
  title: 'a folder never trusted: opened, listed, searched, previewed',
  async run({ quick }) {
    const stage = await AskingStage.set()
    const wrong: string[] = []
    let asked = 0
    try {
      const hostile = new HostileFolder(stage.home)
      // A link inside of a folder that is trusted leads to it.
      symlinkSync(hostile.path, join(stage.project, 'link'))
      writeTranscript(stage.home, hostile.path)
      await startedAs(stage, await stage.begin())
      await stage.until(async () => {
        const { items } = (await stage.ask('GET', '/api/claude/sessions')).json() as { items: { sessionId: string }[] }
        return items.find(({ sessionId }) => sessionId === SESSION)
      })
      const before = stage.starts.length
      const attempts = toAttempts(hostile.path)
      for (const [path, body] of attempts) {
        const { status, text } = await stage.ask('POST', path, body)
        asked++
        // A preview may be answered; it only must not start anything.
        const isPreview = 'dryRun' in body && status === 200
        if (!isPreview && (status < 400 || status >= 500))
          wrong.push(`POST ${path} ${JSON.stringify(body)}: ${status} ${text}`)
      }
      await stage.ask('PATCH', `/api/claude/sessions/${SESSION}`, { title: 'Seen', read: true })
      const words = [hostile.path, join(stage.project, 'link'), 'Hello']
      const found = await askEveryRoute(stage, SESSION, quick ? words.slice(0, 1) : words, quick)
      asked += found.asked
      wrong.push(...found.broken)
      if (hostile.hasTrace) wrong.push('something of the folder was run')
      // The row can fail: trusted, it starts. What was started before has told of itself by then.
      const trusted = await startedAs(stage, await stage.begin({ cwd: hostile.path }))
      // Who asks whether all is in order asks the CLI too, in a folder of our own.
      const isOwn = ({ cwd, argv }: (typeof stage.starts)[number]) => cwd === stage.data && argv.includes('status')
      const started = stage.starts.slice(before).filter((each) => !each.argv.includes(trusted) && !isOwn(each))
      if (started.length > 0)
        wrong.push(`${started.length} processes were started, in ${started.map(({ cwd }) => cwd)}`)
    } finally {
      await stage.clear()
    }
    return {
      passed: wrong.length === 0,
      bar: 'nothing is started before it is trusted',
      found: wrong.length === 0 ? `${asked} requests, nothing was started` : wrong.slice(0, 5).join('; '),
      figures: { asked, wrong: wrong.length },
    }
  },
} satisfies Row
