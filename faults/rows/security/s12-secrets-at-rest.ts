import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { Row } from '../../../scripts/rows.ts'
import { GateStage } from '../../gate-stage.ts'

/** The worst that a shell can be set to: everything for everyone. */
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent('process.umask(0)')}`

/** In the place of the CLI: writes down what it was given. */
const CLI = `
  import { writeFileSync, renameSync } from 'node:fs'
  if (process.argv.includes('--version')) {
    console.log('2.1.325 (Claude Code)')
    process.exit()
  }
  writeFileSync('given.tmp', JSON.stringify({ argv: process.argv, env: process.env }))
  renameSync('given.tmp', 'given')
  process.stdin.resume()
  process.stdin.on('end', () => process.exit())
`

/** Each with its mode where it is more than its owner's. */
function findLoose(folder: string): { checked: number; loose: string[] } {
  const paths = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  const loose = paths.flatMap((path) => {
    const stats = statSync(join(folder, path), { throwIfNoEntry: false })
    if (stats === undefined || stats.isSocket()) return []
    const mode = stats.mode & 0o777
    const allowed = stats.isDirectory() ? 0o700 : 0o600
    return (mode & ~allowed) === 0 ? [] : [`${path} is ${mode.toString(8)}`]
  })
  return { checked: paths.length, loose }
}

function findText(folder: string, text: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths.filter((path) => {
    const full = join(folder, path)
    return (statSync(full, { throwIfNoEntry: false })?.isFile() ?? false) && readFileSync(full, 'latin1').includes(text)
  })
}

export default {
  id: 'S12',
  title: "secrets at rest with umask 000; the child's environment",
  async run() {
    const stage = await GateStage.set({ env: { NODE_OPTIONS } })
    const wrong: string[] = []
    try {
      const claude = join(stage.home, 'cli.mjs')
      writeFileSync(claude, CLI)
      await stage.server.stop()
      await stage.start('--claude', claude)
      const { token } = stage.server
      const started = await stage.ask('POST', '/api/claude/sessions', stage.bearer, {
        cwd: stage.project,
        trust: true,
        prompt: 'Hi',
      })
      if (started.status !== 201) wrong.push(`no session could be started: ${started.text}`)
      const given = join(stage.project, 'given')
      while (started.status === 201 && !existsSync(given)) await new Promise((resolve) => setTimeout(resolve, 10))

      const { checked, loose } = findLoose(stage.data)
      wrong.push(...loose)
      const runtime = process.env.XDG_RUNTIME_DIR
        ? join(process.env.XDG_RUNTIME_DIR, 'quarterdeck')
        : join(tmpdir(), `quarterdeck-${userInfo().uid}`)
      if (existsSync(runtime) && (statSync(runtime).mode & 0o077) !== 0) wrong.push(`${runtime} is open to others`)
      const holders = findText(stage.home, token)
      if (holders.join() !== join('data', 'server.json'))
        wrong.push(`the token stands in ${holders.join(', ') || 'no file'}`)
      const seen = existsSync(given) ? readFileSync(given, 'utf8') : token
      if (seen.includes(token)) wrong.push('the CLI was given the token')
      return {
        passed: wrong.length === 0,
        bar: 'files 0600, folders 0700, the token in server.json alone',
        found: wrong.length === 0 ? `${checked} files and folders, all private` : wrong.slice(0, 5).join('; '),
        figures: { checked, wrong: wrong.length },
      }
    } finally {
      await stage.clear()
    }
  },
} satisfies Row
