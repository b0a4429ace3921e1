import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findCli, findHolder, type Holder } from '@quarterdeck/driver'
import {
  CLI_VERSIONS,
  findRealCli,
  ScenarioCli,
  type ScriptedModel,
  startScriptedModel,
  toCliEnv,
} from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const KEY = 'not-a-key-but-as-long-as-one'

describe.each(CLI_VERSIONS)('who holds a session of %s', (version) => {
  const isNew = version !== '2.1.38'
  const told = isNew ? 'registration' : 'folder'
  let terminal: Terminal | undefined
  let model: ScriptedModel
  let cli: ScenarioCli
  beforeEach(async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-held-')))
    model = await startScriptedModel()
    cli = new ScenarioCli({ version, home, model })
  })
  afterEach(async () => {
    await terminal?.close()
    terminal = undefined
    if (cli.isRunning) await cli.stop({})
    await model.close()
    rmSync(cli.home.root, { recursive: true, force: true, maxRetries: 5 })
  })

  const find = (sessionId: string) => {
    const file = cli.home.list(`.claude/projects/*/${sessionId}.jsonl`)[0]
    const transcript = cli.home.path(file ?? `.claude/projects/none/${sessionId}.jsonl`)
    return findHolder({ sessionId, transcript }, { dataDirectory: cli.home.path('.claude') })
  }

  it('a program drives it: held until it ends, also when it is killed', async () => {
    await cli.start()
    await cli.turn('hello', [{ text: 'Hello.' }])
    const { sessionId } = cli
    // The older CLI writes its transcript a moment after its result.
    const holder: Holder = await until(() => find(sessionId))
    expect(holder).toMatchObject({
      by: told,
      isCertain: isNew,
      cwd: cli.project.root,
      version: isNew ? version : null,
    })
    process.kill(holder.pid, 'SIGKILL')
    await cli.exited({ signal: 'SIGKILL' })
    // The newer CLI had no time to take its note away.
    expect(cli.home.list('.claude/sessions/*.json')).toHaveLength(isNew ? 1 : 0)
    expect(await find(sessionId)).toBeNull()
  })

  it('a terminal has it open, resumed: held; after /clear the next session is, and the first is free', async () => {
    await cli.start()
    await cli.turn('hello', [{ text: 'Hello.' }])
    await cli.stop()
    const first = cli.sessionId
    expect(await find(first)).toBeNull()

    cli.home.write('.claude.json', {
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
      projects: { [cli.project.root]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    })
    terminal = openTerminal(cli, ['--resume', first])
    // Before it has told of itself, or hidden its arguments, it is known by them.
    const holder = await until(async () => ((await find(first))?.by === told ? find(first) : null))
    expect(holder).toMatchObject({ isCertain: isNew, cwd: cli.project.root, entrypoint: isNew ? 'cli' : null })

    await until(async () => terminal?.screen().includes('❯'))
    terminal?.type('/clear')
    await until(async () => terminal?.screen().includes('/clear'))
    terminal?.type('\r')
    const others = () =>
      cli.home
        .list('.claude/projects/*/*.jsonl')
        .map(toId)
        .filter((id) => id !== first)
    // There may be more than one: the older CLI leaves a file under an id that it never uses when it resumes, which is taken for the
    // next session until that has its first line.
    const findPids = async () => (await Promise.all(others().map(find))).flatMap((one) => one?.pid ?? [])
    await until(async () => (await find(first)) === null && String(await findPids()) === String(holder.pid))
    await terminal.close()
    await until(async () => (await findPids()).length === 0)
  })
})

const toId = (file: string) => basename(file, '.jsonl')

type Terminal = ReturnType<typeof openTerminal>

/** The CLI as a person starts it: in a terminal. */
function openTerminal(cli: ScenarioCli, argv: string[]) {
  const env = {
    ...toCliEnv({ home: cli.home.root, modelUrl: cli.model.url }),
    ANTHROPIC_API_KEY: KEY,
    TERM: 'xterm-256color',
  }
  const { command, args } = findCli({ named: findRealCli(cli.version), env, home: cli.home.root })
  const words = [command, ...args, ...argv]
  // `script` gives it a terminal; it takes the command in two ways.
  const ask =
    process.platform === 'darwin' ? ['-q', '/dev/null', ...words] : ['-qec', words.map(quote).join(' '), '/dev/null']
  const child: ChildProcess = spawn('script', ask, { cwd: cli.project.root, env: { ...env, SHELL: '/bin/sh' } })
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
  })
  return {
    screen: () => text,
    type: (keys: string) => child.stdin?.write(keys),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

async function until<Found>(look: () => Promise<Found>): Promise<NonNullable<Found>> {
  for (;;) {
    const found = await look()
    if (found) return found
    await sleep(50)
  }
}
