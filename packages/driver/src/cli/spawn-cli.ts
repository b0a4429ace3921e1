import { type ChildProcessByStdio, type StdioOptions, spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import type { OutputPipe } from '../lines/output-pipe.ts'
import type { Cli } from './find-cli.ts'

/** Without an output of its own where it was given one. */
export type CliChild = ChildProcessByStdio<Writable, Readable | null, Readable>

export interface Place {
  cwd: string
  env: Record<string, string>
  output: OutputPipe | null
}

/** Starts the CLI in a process group of its own. Node reports some failures by an event and throws others: both are told here. */
export function spawnCli(
  cli: Cli,
  argv: string[],
  { cwd, env, output }: Place,
  onFailure: (reason: string) => void,
): CliChild | null {
  try {
    const stdio: StdioOptions = ['pipe', output?.theirs ?? 'pipe', 'pipe']
    const child = spawn(cli.command, [...cli.args, ...argv], { cwd, env, detached: true, stdio }) as CliChild
    child.on('error', (error) => {
      if (child.pid === undefined) onFailure(explainSpawn(error, cli, cwd))
    })
    // Without file descriptors left there are no pipes at all.
    return child.stdin === undefined || child.stdin === null ? null : child
  } catch (error) {
    onFailure(explainSpawn(error as Error, cli, cwd))
    return null
  }
}

/** What a person can do about it. The system says ENOENT for a missing folder and a missing program alike. */
function explainSpawn(error: NodeJS.ErrnoException, cli: Cli, cwd: string): string {
  const folder = findFolderProblem(cwd)
  if (folder !== null) return folder
  const named = `'${cli.command}'`
  switch (error.code) {
    case 'ENOENT':
      return `There is no program at ${named}, or what it runs with is missing. Install the CLI, or say where it is (--claude PATH, or the option 'claude'). (ENOENT)`
    case 'EACCES':
    case 'EPERM':
      return `The program ${named} may not be run. Give it a run bit (chmod +x), or name another (--claude PATH, or the option 'claude'). (${error.code})`
    case 'ENOEXEC':
      return `${named} is no program for this machine. Name another (--claude PATH, or the option 'claude'). (ENOEXEC)`
    case 'E2BIG':
      return 'The arguments and the environment are too long for the system. Put long values into files. (E2BIG)'
    case 'EMFILE':
    case 'ENFILE':
      return `Too many files are open. End some sessions, or raise the limit (ulimit -n). (${error.code})`
    case 'EAGAIN':
    case 'ENOMEM':
      return `The system has no room for another process. End some sessions. (${error.code})`
    default:
      return `${named} could not be started: ${error.message}`
  }
}

function findFolderProblem(cwd: string): string | null {
  try {
    if (!statSync(cwd).isDirectory()) return `'${cwd}' is not a folder.`
    accessSync(cwd, constants.X_OK)
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return `The folder '${cwd}' does not exist. (ENOENT)`
    return `The folder '${cwd}' cannot be entered. (${code})`
  }
}
