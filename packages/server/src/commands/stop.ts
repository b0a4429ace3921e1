import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { identifyProcess, KeptSession } from '@quarterdeck/driver'
import { toDataFolder, toSentence } from '../options.ts'

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
  const wasRunning = await endServer(data)
  const ended = values.all ? await endSessions(join(data, 'sessions')) : 0
  const server = wasRunning ? 'Quarterdeck stopped.' : `Quarterdeck does not run with the data directory '${data}'.`
  const sessions = values.all ? ` ${ended} ${ended === 1 ? 'session was' : 'sessions were'} ended.` : ''
  process.stdout.write(`${server}${sessions}\n`)
  return wasRunning || ended > 0 ? 0 : 1
}

/** The lock tells the server from another process that has its number now. */
async function endServer(data: string): Promise<boolean> {
  const { pid, identity } = readHolder(join(data, 'lock', 'holder.json'))
  const isThere = () => identity !== null && identifyProcess(pid) === identity
  if (!isThere()) return false
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < STOP_MS && isThere(); waited += CHECK_MS) await sleep(CHECK_MS)
  return true
}

async function endSessions(folder: string): Promise<number> {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const ended = await Promise.all(names.map((name) => endSession(join(folder, name))))
  return ended.filter(Boolean).length
}

async function endSession(folder: string): Promise<boolean> {
  const session = await KeptSession.open(folder)
  const wasRunning = session.isRunning
  await session.end()
  session.close()
  return wasRunning
}

function readHolder(path: string): { pid: number; identity: string | null } {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { pid: 0, identity: null }
  }
}
