import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { commands } from './commands/commands.ts'
import { HELP, parseOptions } from './options.ts'
import { findPlatformProblem } from './platform.ts'

const platformProblem = findPlatformProblem(process.platform)
const [name = '', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
const parsed =
  platformProblem !== null
    ? ({ kind: 'wrong', message: platformProblem } as const)
    : command === undefined
      ? parseOptions(process.argv.slice(2), process.env)
      : ({ kind: 'command' } as const)
switch (parsed.kind) {
  case 'command':
    process.exitCode = await (await command?.load())?.run(rest, process.env)
    break
  case 'help':
    process.stdout.write(HELP)
    break
  case 'version':
    process.stdout.write(`${packageJson.version}\n`)
    break
  case 'wrong':
    process.stderr.write(`${parsed.message}\n`)
    process.exitCode = 2
    break
  case 'serve': {
    // The server is most of the program, and no other command waits for it to be read.
    const { runServer } = await import('./run-server.ts')
    const pageFolder = join(import.meta.dirname, '..', '..', 'web', 'dist')
    await runServer(parsed.options, { version: packageJson.version, pageFolder })
  }
}
