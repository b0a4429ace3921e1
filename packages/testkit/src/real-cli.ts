import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The versions of the real CLI that tests run: the oldest we support, and the newest we know. */
export const CLI_VERSIONS = ['2.1.38', '2.1.325'] as const
export type CliVersion = (typeof CLI_VERSIONS)[number]

const require = createRequire(import.meta.url)

/** The path of an installed CLI: a script for the old one, a native program for the new one. */
export function findRealCli(version: CliVersion): string {
  if (version === '2.1.38') return join(toFolder('claude-code-2.1.38'), 'cli.js')
  return join(toFolder(`@anthropic-ai/claude-code-${process.platform}-${process.arch}`), 'claude')
}

function toFolder(name: string): string {
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
