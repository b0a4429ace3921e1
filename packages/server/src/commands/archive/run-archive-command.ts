import type { ParseArgsOptionsConfig } from 'node:util'
import { type Archive, ArchiveError, type ArchiveOptions } from '@quarterdeck/archive'
import { openArchive } from '../../open-archive.ts'
import { type ArchiveFlags, parseArchiveFlags } from './archive-flags.ts'

export interface ArchiveCommand {
  help: string
  flags: ParseArgsOptionsConfig
  mode: ArchiveOptions['mode']
  /** What to do; a sentence where the flags are wrong. */
  plan(flags: ArchiveFlags): ((archive: Archive) => Promise<string>) | string
}

/** Runs a command that reads the archive and prints what it says. Gives the exit code. */
export async function runArchiveCommand(
  command: ArchiveCommand,
  argv: string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const parsed = parseArchiveFlags(argv, env, command.flags)
  if (parsed.kind === 'help') {
    process.stdout.write(command.help)
    return 0
  }
  const plan = parsed.kind === 'wrong' ? parsed.message : command.plan(parsed.flags)
  if (parsed.kind === 'wrong' || typeof plan === 'string') {
    process.stderr.write(`${plan}\n`)
    return 2
  }
  const { directories, data } = parsed.flags
  let archive: Archive
  try {
    archive = openArchive({ directories, data, mode: command.mode })
  } catch (error) {
    process.stderr.write(
      `The index in '${data}' cannot be used: ${(error as Error).message}. Choose another with --data DIR.\n`,
    )
    return 1
  }
  try {
    const states = archive.directories
    for (const { reason } of states) if (reason !== null) process.stderr.write(`${reason}\n`)
    process.stdout.write(await plan(archive))
    return states.some(({ state }) => state === 'ready' || state === 'partial') ? 0 : 1
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    process.stderr.write(`${error.message}\n`)
    return error.code === 'bad_request' ? 2 : 1
  } finally {
    await archive.close()
  }
}
