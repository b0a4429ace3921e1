import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLI_VERSIONS, findRealCli, toCliFolder } from './real-cli.ts'

/** Brings a version of the CLI that is not among our dependencies, into the clone's cache. Gives its path. */
export function installCli(version: string): string {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`'${version}' is not a version of the CLI, like ${CLI_VERSIONS[1]}`)
  try {
    return findRealCli(version)
  } catch {
    const folder = toCliFolder(version)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    const args = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `@anthropic-ai/claude-code@${version}`,
    ]
    const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm could not install CLI ${version}: ${stderr.trim().split('\n')[0]}`)
    return findRealCli(version)
  }
}
