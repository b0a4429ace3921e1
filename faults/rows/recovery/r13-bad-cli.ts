import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cli, CliProcess, DriverError, findCli, readCliVersion } from '@quarterdeck/driver'
import type { Row } from '../../../scripts/rows.ts'

const QUICK_STOP = { termAfterMs: 50, killAfterMs: 200 }
const LINE = `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'x'.repeat(100_000) } })}\n`
const MAX_MEMORY_MB = 100

/** What is wrong with it, or null when it went as it must. */
type Case = (folder: string) => Promise<string | null>

function toScript(folder: string, source: string): Cli {
  const path = join(folder, 'cli.mjs')
  writeFileSync(path, source)
  return { path, command: process.execPath, args: [path] }
}

function start(cli: Cli, cwd: string, more: { inTurn?: () => boolean } = {}): CliProcess {
  return new CliProcess(cli, [], { cwd, env: { PATH: process.env.PATH ?? '' }, ...more }, () => undefined)
}

/** Asks for a version, which every session does first, and expects a sentence with what to do. */
async function refuses(cli: Cli, words: RegExp): Promise<string | null> {
  try {
    return `it gave the version ${await readCliVersion(cli, process.env, 1000)}`
  } catch (error) {
    return error instanceof DriverError && words.test(error.message) ? null : String(error)
  }
}

const CASES: Readonly<Record<string, Case>> = {
  '/bin/false': async (folder) => {
    const cli = { path: '/bin/false', command: '/bin/false', args: [] }
    const { kind, code } = await start(cli, folder, { inTurn: () => true }).exited
    if (kind !== 'crashed' || code !== 1) return `it ${kind} with ${code}`
    return refuses(cli, /gave no version.*--claude PATH/)
  },
  'a missing one': async (folder) => {
    try {
      findCli({ env: { PATH: folder }, home: folder })
      return 'one was found'
    } catch (error) {
      if (!(error instanceof DriverError && /npm install -g/.test(error.message))) return String(error)
    }
    const path = join(folder, 'gone')
    const { kind, reason = '' } = await start({ path, command: path, args: [] }, folder).exited
    return kind === 'failed_to_start' && /--claude PATH/.test(reason) ? null : `${kind}: ${reason}`
  },
  'stdin closed early': async (folder) => {
    const cli = toScript(
      folder,
      "import { closeSync } from 'node:fs'\ncloseSync(0)\nsetInterval(() => undefined, 1000)",
    )
    const child = start(cli, folder)
    await child.started
    let result = child.write(LINE)
    for (let count = 0; count < 1000 && result === 'written'; count++) {
      result = child.write(LINE)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const { kind } = await child.stop(QUICK_STOP)
    return result !== 'written' && kind === 'stopped' ? null : `writes were ${result}, and it ${kind}`
  },
  'a child that never reads': async (folder) => {
    const child = start(toScript(folder, 'setInterval(() => undefined, 1000)'), folder)
    await child.started
    let full = 0
    // Ten times what may pile up. What piles up is counted: the size of this process also depends on when its garbage is collected.
    for (let count = 0; count < 3500; count++) if (child.write(Buffer.from(LINE)) === 'full') full++
    const memoryMb = child.unreadBytes / (1024 * 1024)
    const { kind } = await child.stop(QUICK_STOP)
    return full > 0 && memoryMb < MAX_MEMORY_MB && kind === 'stopped'
      ? null
      : `${full} refused, ${memoryMb} MB, ${kind}`
  },
  'a child that never answers': (folder) =>
    refuses(toScript(folder, 'setInterval(() => undefined, 1000)'), /did not answer in 1 s.*--claude PATH/),
}

export default {
  id: 'R13',
  title: '/bin/false as the CLI, a missing one, stdin closed early, a child that never reads',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-r13-'))
    const wrong: string[] = []
    try {
      for (const [name, run] of Object.entries(CASES)) {
        const problem = await run(folder)
        if (problem !== null) wrong.push(`${name}: ${problem}`)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    const count = Object.keys(CASES).length
    return {
      passed: wrong.length === 0,
      bar: 'we live, and say what to do',
      found: wrong.length === 0 ? `all ${count} cases` : wrong.join('; '),
      figures: { cases: count, wrong: wrong.length },
    }
  },
} satisfies Row
