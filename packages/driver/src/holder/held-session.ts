import { basename } from 'node:path'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
// 2.1.38 renames itself and hides its arguments: its whole command line is `claude`.
const SCRIPT = /claude-code[^/]*\/cli\.js$/

/** Whether a command line is the CLI's own, and not that of a shell or an editor that names it. */
export function isCli(argv: readonly string[]): boolean {
  const [program = '', script = ''] = argv
  if (basename(program) === 'claude' || SCRIPT.test(program)) return true
  return /^(?:node|bun)\b/.test(basename(program)) && (basename(script) === 'claude' || SCRIPT.test(script))
}

/** The session that a CLI was started to write, as far as its arguments say: none for a new one, a fork or `--continue`. */
export function toHeldSession(argv: readonly string[]): string | null {
  const own = findValue(argv, ['--session-id'])
  if (own !== null || argv.includes('--fork-session')) return own
  return findValue(argv, ['--resume', '-r'])
}

function findValue(argv: readonly string[], names: readonly string[]): string | null {
  for (const [place, word] of argv.entries()) {
    const name = names.find((flag) => word === flag || word.startsWith(`${flag}=`))
    if (name === undefined) continue
    const value = word === name ? (argv[place + 1] ?? '') : word.slice(name.length + 1)
    if (UUID.test(value)) return value.toLowerCase()
  }
  return null
}

const LONGEST_NAME = 200

/** Whether the folder below `projects` is the one of this working directory. The CLI cuts a long name and adds a hash. */
export function isProjectFolder(folderName: string, cwd: string): boolean {
  const name = cwd.normalize('NFC').replaceAll(/[^a-zA-Z0-9]/g, '-')
  return name.length <= LONGEST_NAME ? folderName === name : folderName.startsWith(`${name.slice(0, LONGEST_NAME)}-`)
}
