import type { SessionCommand } from '@quarterdeck/contract'
import { toDeviceId } from '../gate/device-id.ts'
import type { Execute } from '../hub/commands/execute.ts'
import { ServerError } from '../server-error.ts'
import type { Log } from './log.ts'

/** Writes down who wanted what of which session, and whether it was done; never what was said. */
export function createLoggedExecute<E extends Execute>(execute: E, log: Log): E {
  const logged: Execute = async (command, given) => {
    const began = performance.now()
    const facts = (result?: unknown) => ({
      command: command.kind,
      ...(command.kind === 'control' && { subtype: command.request.subtype }),
      ...(command.kind === 'decide' && { behavior: command.behavior }),
      session: toSessionId(command, result),
      by: toDeviceId(given.caller),
      ms: Math.round(performance.now() - began),
    })
    try {
      const result = await execute(command, given)
      log.info(facts(result), 'done')
      return result
    } catch (error) {
      const code = error instanceof ServerError ? error.code : ((error as NodeJS.ErrnoException).code ?? 'internal')
      log.warn({ ...facts(), code }, 'not done')
      throw error
    }
  }
  return logged as E
}

function toSessionId(command: SessionCommand, result: unknown): string | undefined {
  if (command.kind !== 'start') return command.sessionId
  return (result as { sessionId?: string } | undefined)?.sessionId
}
