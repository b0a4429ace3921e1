import type { ServerStatus } from '@quarterdeck/contract'
import { runServerCommand, type ServerCommand, SHARED_FLAGS_HELP } from './run-server-command.ts'

const HELP = `Says whether the server runs, and how it is doing. Ends with 0 when it runs, with 1 when it does not.

  quarterdeck status [FLAGS]

${SHARED_FLAGS_HELP}`

const command: ServerCommand = {
  help: HELP,
  async run({ words, isJson, ask }) {
    if (words.length > 0)
      return { kind: 'wrong', message: `'${words[0]}' is one word too many. --help says what there is.` }
    const asked = await ask('GET /api/status')
    if (asked.kind === 'absent' && isJson)
      return { kind: 'text', text: `${JSON.stringify({ running: false })}\n`, code: 1 }
    if (asked.kind !== 'answer') return asked
    const { value } = asked
    return { kind: 'text', text: isJson ? `${JSON.stringify({ running: true, ...value }, null, 2)}\n` : print(value) }
  },
}

export function run(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runServerCommand(command, argv, env)
}

function print({ version, url, pid, startedAt, liveSessions, devices }: ServerStatus): string {
  return `Quarterdeck ${version} runs at ${url} (process ${pid}, since ${startedAt}).
${count(liveSessions, 'session')} live, ${count(devices, 'device')} paired.
`
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
