import { randomUUID } from 'node:crypto'
import type { SessionCommand } from '@quarterdeck/contract'
import type { Caller } from '../gate/caller.ts'
import { ServerError } from '../server-error.ts'
import type { Hub } from './hub.ts'

export interface Given {
  caller: Caller
  /** Of the caller's own making: what is sent again with it is done once. */
  commandId?: string | undefined
}

/** Does what is wanted, whichever door it came by, and gives what is to be answered. */
export type Execute = (command: SessionCommand, given: Given) => Promise<unknown>

export function createExecute(hub: Hub): Execute {
  return async (command, { commandId = randomUUID() }) => {
    switch (command.kind) {
      case 'start': {
        const session = await hub.start(command)
        return { sessionId: session.info.sessionId }
      }
      case 'send':
        return hub.get(command.sessionId).send(command.content, { commandId, force: command.force })
      case 'decide':
        return hub.get(command.sessionId).decide(command)
      case 'interrupt':
        return hub.get(command.sessionId).interrupt()
      case 'stop':
        return hub.get(command.sessionId).stop()
      default:
        throw new ServerError('not_allowed', `'${command.kind}' cannot be done yet.`)
    }
  }
}
