import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { identifyProcess, KeptSession } from '@quarterdeck/driver'
import { toEndMark } from '../data-folder.ts'
import { toDemoState } from '../demo-state.ts'
import { toDataFolder, toSentence } from '../options.ts'
import { writePrivateFile } from '../private-file.ts'

const HELP = `Ends the server. Its sessions run on, unless they are to end too.

  quarterdeck stop [--all] [--data DIR]

  --all       end all sessions
  --data DIR  where Quarterdeck keeps its state (default $QUARTERDECK_DATA or ~/.quarterdeck)
`

const STOP_MS = 6000
const CHECK_MS = 50

export async function run(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  let values: { all?: boolean | undefined; data?: string | undefined; help?: boolean | undefined }
  try {
    const options = {
      all: { type: 'boolean' },
      data: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const
    values = parseArgs({ args: argv, options }).values
  } catch (error) {
    process.stderr.write(`${toSentence(error as Error)}\n`)
    return 2
  }
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const data = toDataFolder(values.data, env)
  const server = await endServer(data, values.all === true)
  const { running, ended } = await lookAtSessions(data, values.all === true)
  process.stdout.write(`${SERVER[server](data)}${toSessions(running, ended)}\n`)
  return server === 'hangs' || (server === 'absent' && ended === 0) ? 1 : 0
}

type ServerEnd = 'stopped' | 'absent' | 'hangs'

const SERVER: Readonly<Record<ServerEnd, (data: string) => string>> = {
  stopped: () => 'Quarterdeck stopped.',
  absent: (data) => `Quarterdeck does not run with the data directory '${data}'.`,
  hangs: () => `The server was asked to stop and is still there after ${STOP_MS / 1000} s.`,
}

function toSessions(running: number, ended: number): string {
  const words = (count: number) => `${count} ${count === 1 ? 'session' : 'sessions'}`
  if (ended > 0) return ` ${words(ended)} ${ended === 1 ? 'was' : 'were'} ended.`
  return running === 0
    ? ''
    : ` ${words(running)} ${running === 1 ? 'runs' : 'run'} on; --all ends ${running === 1 ? 'it' : 'them'}.`
}

/** The lock tells the server from another process that has its number now. */
async function endServer(data: string, endsAll: boolean): Promise<ServerEnd> {
  const { pid, identity } = readHolder(join(data, 'lock', 'holder.json'))
  const isThere = () => identity !== null && identifyProcess(pid) === identity
  if (!isThere()) return 'absent'
  // Else its last words would say that they run on.
  if (endsAll) writePrivateFile(toEndMark(data), '')
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < STOP_MS && isThere(); waited += CHECK_MS) await sleep(CHECK_MS)
  return isThere() ? 'hangs' : 'stopped'
}

/** How many run on, and how many were ended. */
async function lookAtSessions(data: string, mayEnd: boolean): Promise<{ running: number; ended: number }> {
  // One without a note of its keeper does not run, and its log need not be read. A demo that was killed has left its own.
  const folders = [data, toDemoState(data)].flatMap((folder) => {
    return globSync('sessions/*/keeper.json', { cwd: folder }).map((note) => join(folder, dirname(note)))
  })
  const wereRunning = await Promise.all(folders.map((folder) => lookAt(folder, mayEnd)))
  const count = wereRunning.filter(Boolean).length
  return mayEnd ? { running: 0, ended: count } : { running: count, ended: 0 }
}

async function lookAt(folder: string, mayEnd: boolean): Promise<boolean> {
  const session = await KeptSession.open(folder)
  const isRunning = session.isRunning || session.problem !== null
  if (mayEnd) await session.end()
  session.close()
  return isRunning
}

function readHolder(path: string): { pid: number; identity: string | null } {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { pid: 0, identity: null }
  }
}
