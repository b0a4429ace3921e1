import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLI_VERSIONS, findRealCli } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../scripts/root.ts'

const MAIN = join(root, 'packages/server/src/main.ts')
const CANARY = 'sk-canary-4711'

describe('quarterdeck doctor', () => {
  let home: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'quarterdeck-doctor-'))
  })
  afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }))

  async function run(args: string[], env: Record<string, string> = {}) {
    const all = { HOME: home, PATH: '/usr/bin:/bin', DISABLE_AUTOUPDATER: '1', ...env }
    const child = spawn(process.execPath, [MAIN, 'doctor', ...args], { env: all, cwd: home })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    return { code, stdout, stderr }
  }

  it.each(CLI_VERSIONS)('finds all well with %s and a key, which it never shows', async (version) => {
    mkdirSync(join(home, '.claude/projects/-p'), { recursive: true })
    writeFileSync(join(home, '.claude/projects/-p/a.jsonl'), 'x'.repeat(1500))
    const { code, stdout, stderr } = await run(['--claude', findRealCli(version)], { ANTHROPIC_API_KEY: CANARY })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(new RegExp(`Claude Code +${version.replaceAll('.', '\\.')} \\(.*named by --claude`))
    expect(stdout).toMatch(/Login +logged in \(/)
    expect(stdout).toContain('1 project, 1 session')
    expect(stdout).toMatch(
      version === '2.1.38' ? /flags\.\nIt has 0 subtypes/ : /132 of 132 subtypes and 67 of 67 flags/,
    )
    expect(stdout).toMatch(/^All is well\.\n/)
    expect(stdout).not.toContain(CANARY)
    expect(readdirSync(home)).not.toContain('.quarterdeck')
  })

  it('says what is wrong first, and lists words only when asked', async () => {
    const args = ['--claude', findRealCli('2.1.325')]
    const [short, long] = [await run(args), await run([...args, '--verbose'])]
    expect(short.stdout).toMatch(/^Problem: The CLI is not logged in/)
    expect(long.stdout).toMatch(/^Problem: [\s\S]*\nSubtypes that it has and we do not know.*\(\d+\):\n {2}\w/)
    expect(short.stdout).not.toContain('Subtypes that it has')
  })

  it.each(CLI_VERSIONS)('says how to log in to %s, as JSON too', async (version) => {
    const { code, stdout } = await run(['--json', '--claude', findRealCli(version)])
    const report = JSON.parse(stdout)
    expect(code).toBe(1)
    expect(report).toMatchObject({ cli: { version, origin: 'named', tested: true }, login: { state: 'out' } })
    expect(report.problems).toEqual([expect.stringMatching(/not logged in\. Run '.*login/)])
    expect(report.problems[0]).toContain(`${findRealCli(version)}`)
    expect(report.protocol.missingSubtypes.includes('get_context_usage')).toBe(version === '2.1.38')
    expect(report.protocol.unknownSubtypes.length > 0).toBe(version !== '2.1.38')
  })

  it('says what to do when the CLI is missing, none, too old, or only a wrapper', async () => {
    const put = (name: string, text: string) => {
      writeFileSync(join(home, name), text)
      chmodSync(join(home, name), 0o755)
      return join(home, name)
    }
    const missing = await run(['--claude', '/no/such'])
    expect([missing.code, missing.stdout]).toEqual([1, expect.stringContaining('Claude Code     not found')])
    expect(missing.stdout).toMatch(/Problem: There is no Claude Code CLI at '\/no\/such'\. Install it/)
    const none = await run(['--claude', '/bin/false'])
    expect([none.code, none.stdout]).toEqual([1, expect.stringMatching(/Problem: .*gave no version.*--claude PATH/)])
    const old = await run(['--claude', put('old', '#!/bin/sh\necho "1.0.128 (Claude Code)"\n')])
    expect([old.code, old.stdout]).toEqual([1, expect.stringMatching(/Problem: .*version 1\.0\.128; at least 2\.1\.1/)])
    const wrapper = put('wrapper', `#!/bin/sh\nexec "${findRealCli('2.1.325')}" "$@"\n`)
    const wrapped = await run(['--claude', wrapper], { ANTHROPIC_API_KEY: CANARY })
    expect([wrapped.code, wrapped.stdout]).toEqual([0, expect.stringContaining('2.1.325')])
  })

  it('says what is wrong with the folders', async () => {
    writeFileSync(join(home, 'file'), '')
    const args = ['--claude', findRealCli('2.1.325'), '--data', join(home, 'file'), '--claude-dir', join(home, 'none')]
    const { code, stdout } = await run(args, { ANTHROPIC_API_KEY: CANARY })
    expect(code).toBe(1)
    expect(stdout).toContain("Problem: The folder for our own state, '")
    expect(stdout).toMatch(/Data directory +.*none, not there yet/)
  })

  it('refuses a flag that it does not know in one line, and has help', async () => {
    expect(await run(['--nonsense'])).toEqual({
      code: 2,
      stdout: '',
      stderr: "Unknown option '--nonsense'. 'doctor --help' lists the flags.\n",
    })
    expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--claude-dir DIR') })
  })
})
