import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { DriverError } from './driver-error.ts'

/** How to start the CLI: a file, and what must stand before its own arguments. */
export interface Cli {
  path: string
  command: string
  args: string[]
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
export function findCli({ named, env, home, moduleRoots = [] }: WhereToLook): Cli {
  const explicit = named ?? env.QUARTERDECK_CLAUDE
  if (explicit !== undefined) {
    const path = isAbsolute(explicit) ? explicit : resolve(explicit)
    if (!isFile(path)) throw notFound(`There is no Claude Code CLI at '${explicit}'.`)
    return toCli(path)
  }
  const platform = `${process.platform}-${process.arch}`
  const candidates = [
    ...(env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'claude')),
    join(home, '.claude', 'local', 'claude'),
    ...moduleRoots.map((root) => join(root, 'node_modules', '@anthropic-ai', `claude-code-${platform}`, 'claude')),
  ]
  const found = candidates.find((path) => isFile(path) && isExecutable(path))
  if (found === undefined) throw notFound('The Claude Code CLI was not found on PATH.')
  return toCli(found)
}

function notFound(what: string): DriverError {
  const advice = "Install it (npm install -g @anthropic-ai/claude-code), or name it with '--claude PATH'."
  return new DriverError('cli_not_found', `${what} ${advice}`)
}

function toCli(path: string): Cli {
  if (/\.[cm]?js$/.test(path)) return { path, command: process.execPath, args: [path] }
  return { path, command: path, args: [] }
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
