import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { DriverError } from '../driver-error.ts'

/** How to start the CLI: a file, and what must stand before its own arguments. */
export interface Cli {
  path: string
  command: string
  args: string[]
}

/** Where it was found. */
export type CliOrigin = 'named' | 'variable' | 'path' | 'local' | 'node_modules'

export interface FoundCli extends Cli {
  origin: CliOrigin
}

export interface WhereToLook {
  /** Named by the user, on the command line. */
  named?: string | undefined
  env: Readonly<Record<string, string | undefined>>
  home: string
  /** Folders whose `node_modules` may hold a copy. */
  moduleRoots?: string[]
}

/** The CLI the user named, else the first of: `$QUARTERDECK_CLAUDE`, `claude` on PATH, the local install, a copy in node_modules. */
export function findCli({ named, env, home, moduleRoots = [] }: WhereToLook): FoundCli {
  if (named !== undefined) return toNamed(named, 'named')
  // An empty variable is one that was not set, as with PATH.
  if (env.QUARTERDECK_CLAUDE) return toNamed(env.QUARTERDECK_CLAUDE, 'variable')
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates: [CliOrigin, string][] = [
    ...folders.map((folder): [CliOrigin, string] => ['path', join(folder, 'claude')]),
    ['local', join(home, '.claude', 'local', 'claude')],
    ...moduleRoots.flatMap(toModules).map((path): [CliOrigin, string] => ['node_modules', path]),
  ]
  const found = candidates.find(([, path]) => canRun(path))
  if (found === undefined) throw notFound('The Claude Code CLI was not found on PATH.')
  return toCli(found[1], found[0])
}

/** Since 2.1.113 a native program in a package for the platform; before that a script. */
function toModules(root: string): string[] {
  const scope = join(root, 'node_modules', '@anthropic-ai')
  return [
    join(scope, `claude-code-${process.platform}-${process.arch}`, 'claude'),
    join(scope, `claude-code-${process.platform}-${process.arch}-musl`, 'claude'),
    join(scope, 'claude-code', 'cli.js'),
  ]
}

function toNamed(path: string, origin: CliOrigin): FoundCli {
  const full = isAbsolute(path) ? path : resolve(path)
  if (!isFile(full)) throw notFound(`There is no Claude Code CLI at '${path}'.`)
  if (!canRun(full))
    throw new DriverError(
      'cli_unusable',
      `'${path}' may not be run. Give it a run bit (chmod +x), or name another (--claude PATH, or the option 'claude').`,
    )
  return toCli(full, origin)
}

function notFound(what: string): DriverError {
  const advice =
    "Install it (npm install -g @anthropic-ai/claude-code), or say where it is (--claude PATH, or the option 'claude')."
  return new DriverError('cli_not_found', `${what} ${advice}`)
}

function toCli(path: string, origin: CliOrigin): FoundCli {
  if (isScript(path)) return { path, command: process.execPath, args: [path], origin }
  return { path, command: path, args: [], origin }
}

/** Run with our own Node: it needs no run bit, and no `node` on PATH. */
function isScript(path: string): boolean {
  return /\.[cm]?js$/.test(path)
}

function canRun(path: string): boolean {
  return isFile(path) && (isScript(path) || isExecutable(path))
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
