import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The versions of the real CLI that tests run: the oldest we support, and the newest we know. */
export const CLI_VERSIONS = ['2.1.38', '2.1.325'] as const

const require = createRequire(import.meta.url)

/** Where a CLI is that `installCli` has brought. */
export function toCliFolder(version: string): string {
  return join(import.meta.dirname, '..', '..', '..', '.cache', 'cli', version)
}

/** The path of an installed CLI: a script for old ones, a native program for new ones. */
export function findRealCli(version: string): string {
  if (version === '2.1.38') return join(toModule('claude-code-2.1.38'), 'cli.js')
  const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`
  if (version === '2.1.325') return join(toModule(name), 'claude')
  const modules = join(toCliFolder(version), 'node_modules')
  const candidates = [join(modules, name, 'claude'), join(modules, '@anthropic-ai', 'claude-code', 'cli.js')]
  const found = candidates.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`CLI ${version} is not installed. npm run record -- ${version} installs it.`)
  return found
}

function toModule(name: string): string {
  return dirname(require.resolve(`${name}/package.json`))
}

/** An environment built from nothing but what is named: no login, no settings, no network but the scripted model. */
export function toCliEnv({ home, modelUrl }: { home: string; modelUrl: string }): Record<string, string> {
  return {
    HOME: home,
    PATH: process.env.PATH ?? '',
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'not-a-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }
}
