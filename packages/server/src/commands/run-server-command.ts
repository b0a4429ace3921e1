import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { AnswerTo, CallArguments } from '@quarterdeck/client'
import type { RouteName } from '@quarterdeck/contract/routes'
import { toDataFolder, toSentence } from '../options.ts'
import { type Asked, askServer } from './ask-server.ts'

export interface ServerCommand {
  help: string
  flags?: ParseArgsOptionsConfig
  /** Gives what to print, or a sentence about what is wrong with the flags. */
  run(call: {
    words: readonly string[]
    flags: Readonly<Record<string, unknown>>
    isJson: boolean
    ask<N extends RouteName>(name: N, ...args: CallArguments<N>): Promise<Asked<AnswerTo<N>>>
  }): Promise<Printed>
}

export type Printed =
  | { kind: 'text'; text: string; code?: number }
  | { kind: 'wrong'; message: string }
  | Exclude<Asked<never>, { kind: 'answer' }>

export const SHARED_FLAGS_HELP = `  --data DIR  where Quarterdeck keeps its state (default $QUARTERDECK_DATA or ~/.quarterdeck)
  --json      as JSON, for programs
  --help      print this
`

/** Runs a command that asks the running server. Gives the exit code: 1 where there is none or it said no, 2 where the flags are wrong. */
export async function runServerCommand(
  command: ServerCommand,
  argv: string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  let parsed: { values: Record<string, unknown>; positionals: string[] }
  try {
    const shared = {
      data: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const
    parsed = parseArgs({ args: argv, allowPositionals: true, options: { ...command.flags, ...shared } })
  } catch (error) {
    return complain(toSentence(error as Error & { code?: string }), 2)
  }
  const { help, json, data, ...flags } = parsed.values
  if (help === true) {
    process.stdout.write(command.help)
    return 0
  }
  if (data === '') return complain('--data wants a path.', 2)
  const folder = toDataFolder(data as string | undefined, env)
  const printed = await command.run({
    words: parsed.positionals,
    flags,
    isJson: json === true,
    ask: (name, ...args) => askServer(folder, name, ...args),
  })
  if (printed.kind !== 'text') return complain(printed.message, printed.kind === 'wrong' ? 2 : 1)
  process.stdout.write(printed.text)
  return printed.code ?? 0
}

function complain(message: string, code: number): number {
  process.stderr.write(`${message}\n`)
  return code
}
