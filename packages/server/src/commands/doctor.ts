import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findCli } from '@quarterdeck/driver'
import { toAncestors } from '../ancestors.ts'
import { printReport } from '../doctor/print-report.ts'
import { readProtocol, readReport } from '../doctor/read-report.ts'

const HELP = `Says whether a session could be started here, and what is missing.

  quarterdeck doctor [FLAGS]

  --claude PATH     the Claude Code CLI, where it is not the one that would be found
  --claude-dir DIR  the CLI's data directory
  --data DIR        where Quarterdeck keeps its own state
  --verbose         with the words of the protocol that only one side knows
  --json            as JSON, for programs
  --help            print this

Ends with 0 when all is well, with 1 when there is a problem. No credential is read or shown.
`

/** `quarterdeck doctor`. Gives the exit code. */
export async function run(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  let flags: ReturnType<typeof parseFlags>
  try {
    flags = parseFlags(argv)
  } catch (error) {
    process.stderr.write(`${(error as Error).message.split('. ')[0]}. 'doctor --help' lists the flags.\n`)
    return 2
  }
  if (flags.help) {
    process.stdout.write(HELP)
    return 0
  }
  const named = flags['claude-dir'] === undefined ? env.CLAUDE_CONFIG_DIR : resolve(flags['claude-dir'])
  const where = { named: flags.claude, env, home: homedir(), moduleRoots: toAncestors(import.meta.dirname) }
  const report = await readReport({
    findCli: () => findCli(where),
    claudeDir: named ?? join(homedir(), '.claude'),
    data: resolve(flags.data ?? env.QUARTERDECK_DATA ?? join(homedir(), '.quarterdeck')),
    env: { ...env, CLAUDE_CONFIG_DIR: named },
  })
  const protocol = report.cli === null ? null : await readProtocol(report.cli.path)
  process.stdout.write(
    flags.json
      ? `${JSON.stringify({ ...report, protocol }, null, 2)}\n`
      : printReport(report, protocol, flags.verbose === true),
  )
  return report.problems.length === 0 ? 0 : 1
}

function parseFlags(args: string[]) {
  return parseArgs({
    args,
    options: {
      claude: { type: 'string' },
      'claude-dir': { type: 'string' },
      data: { type: 'string' },
      verbose: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values
}
