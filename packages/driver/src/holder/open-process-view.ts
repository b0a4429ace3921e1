import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { ProcView } from './proc-view.ts'
import type { ProcessView } from './process-view.ts'
import { parseCwd, parseProcess, parseWriters } from './ps-output.ts'

/** One for all who ask: it remembers what it saw. */
const procView = new ProcView()

export function openProcessView(): ProcessView {
  return existsSync('/proc/self/stat') ? procView : psView
}

const run = promisify(execFile)
// The CLI notes the start of a process in these words, and so we ask for the same.
const PLAIN = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }

/** Where there is no `/proc`, as on macOS. */
const psView: ProcessView = {
  async list() {
    // Each by itself: the ps of macOS takes all that follows the first `=` for a heading.
    const columns = ['pid=', 'state=', 'lstart=', 'command='].flatMap((column) => ['-o', column])
    const text = await ask('ps', ['-xww', ...columns])
    return text.split('\n').flatMap((line) => parseProcess(line) ?? [])
  },
  async readCwd(pid) {
    return parseCwd(await ask('lsof', ['-a', '-d', 'cwd', '-p', String(pid), '-Fn']))
  },
  async listWriters(path) {
    return parseWriters(await ask('lsof', ['-Fpa', '--', path]))
  },
}

/** What a program prints; nothing when it is not there or finds nothing. */
async function ask(program: string, argv: string[]): Promise<string> {
  try {
    return (await run(program, argv, { env: PLAIN, maxBuffer: 64 * 1024 * 1024, timeout: 5000 })).stdout
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? ''
  }
}
