import type { PairingLink } from '@quarterdeck/contract'
import { renderUnicodeCompact } from 'uqr'
import { isLoopback } from '../gate/addresses.ts'
import { runServerCommand, type ServerCommand, SHARED_FLAGS_HELP } from './run-server-command.ts'

const HELP = `Makes a link that lets one browser in, once, for five minutes, and shows it as a QR code too.

  quarterdeck pair [FLAGS]

${SHARED_FLAGS_HELP}`

const command: ServerCommand = {
  help: HELP,
  async run({ words, isJson, ask }) {
    if (words.length > 0)
      return { kind: 'wrong', message: `'${words[0]}' is one word too many. --help says what there is.` }
    const asked = await ask('POST /api/devices/link')
    if (asked.kind !== 'answer') return asked
    return { kind: 'text', text: isJson ? `${JSON.stringify(asked.value, null, 2)}\n` : print(asked.value) }
  },
}

export function run(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runServerCommand(command, argv, env)
}

/** For a phone, an address that it can reach comes first. */
function print({ link, links }: PairingLink): string {
  const best = links.find((each) => !isLoopback(new URL(each).hostname)) ?? link
  const others = links.filter((each) => each !== best).map((each) => `  ${each}\n`)
  const elsewhere = others.length === 0 ? '' : `\nThe same at other addresses:\n\n${others.join('')}`
  return `This link lets one browser in, once, for five minutes:\n\n  ${best}\n\n${renderUnicodeCompact(best)}\n${elsewhere}`
}
