// Plain JavaScript for Node 18 without dependencies: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './bootstrap/install.mjs'
import { findNode } from './bootstrap/node.mjs'
import { Problem } from './bootstrap/problem.mjs'
import { toUserEnv } from './bootstrap/user-env.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const COMMANDS = ['start', 'test', 'check', 'bench', 'faults', 'record', 'drift', 'docs', 'screenshots', 'format']

const [command = '', ...args] = process.argv.slice(2)
try {
  if (!COMMANDS.includes(command))
    throw new Problem(`There is no command '${command}'. There are: ${COMMANDS.join(', ')}.`)
  if (process.platform !== 'linux' && process.platform !== 'darwin')
    throw new Problem(
      `Quarterdeck runs on Linux, macOS and WSL, not on ${process.platform}. On Windows, run it inside WSL.`,
    )
  await ensureInstalled(root)
  run(findNode(root), [join(root, 'scripts', 'commands', `${command}.ts`), ...args])
} catch (error) {
  if (!(error instanceof Problem)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}

/** The command takes our place: it gets our terminal, our signals, and we end as it ends. */
function run(node, argv) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...argv], {
    stdio: 'inherit',
    env: toUserEnv(process.env, root),
  })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl+C to us and to the child alike.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  child.on('error', (error) => {
    process.stderr.write(`${node} could not be started: ${error.message}\n`)
    process.exitCode = 2
  })
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal]
  })
}
