import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { DecidePermission, SessionCommand, StartSession } from '@quarterdeck/contract'
import type { SessionOptions } from '@quarterdeck/driver'
import { toAllow, toDeny } from '@quarterdeck/protocol'
import type { Caller } from '../gate/caller.ts'
import { ServerError } from '../server-error.ts'
import type { CommandableSession } from './commandable.ts'
import type { Hub } from './hub.ts'
import { isFolder } from './session-rows.ts'
import { toRefusal } from './to-refusal.ts'
import type { TrustedFolders } from './trusted-folders.ts'

export interface Given {
  caller: Caller
  /** Of the caller's own making: what is sent again with it is done once. */
  commandId?: string | undefined
}

/** Does what is wanted, whichever door it came by, and gives what is to be answered. */
export type Execute = (command: SessionCommand, given: Given) => Promise<unknown>

export function createExecute(hub: Hub, trusted: TrustedFolders): Execute {
  return async (command, { caller, commandId = randomUUID() }) => {
    switch (command.kind) {
      case 'start': {
        const { kind: _, ...body } = command
        const request: StartSession = { ...body, cwd: toFolder(body.cwd) }
        if (request.trust) trusted.add(request.cwd)
        if (!trusted.has(request.cwd))
          throw new ServerError(
            'untrusted_folder',
            `'${request.cwd}' is new here. Claude Code may run what this folder configures: send trust: true if you trust it.`,
          )
        if (request.permissionMode === 'bypassPermissions')
          throw new ServerError('not_allowed', "The mode 'bypassPermissions' asks nobody, and is not allowed here.")
        return hub.start({
          request,
          options: toOptions(request),
          sessionId: randomUUID(),
          commandId,
          by: caller.kind,
        })
      }
      case 'send': {
        const session = await hub.open(command.sessionId)
        if (command.trust) trusted.add(session.cwd)
        return session.send(command.content, {
          commandId,
          by: caller.kind,
          force: command.force,
          whenBusy: command.whenBusy,
        })
      }
      case 'decide':
        return decide(await hub.open(command.sessionId), command, commandId)
      case 'interrupt': {
        const { kept } = await hub.open(command.sessionId)
        const receipt = await kept.command({ commandId, command: { kind: 'interrupt' } })
        if (!receipt.ok) throw toRefusal(receipt)
        return
      }
      case 'stop':
        return (await hub.open(command.sessionId)).stop()
      case 'update': {
        const { kind: _, sessionId, ...change } = command
        return hub.update(sessionId, change)
      }
      default:
        throw new ServerError('not_allowed', `'${command.kind}' cannot be done yet.`)
    }
  }
}

async function decide(session: CommandableSession, decision: DecidePermission, commandId: string): Promise<void> {
  const requestId = decision.request_id
  const approval = session.state.approvals.find((each) => each.requestId === requestId)
  if (approval === undefined)
    throw new ServerError('already_resolved', `The request '${requestId}' is not open: it was answered or withdrawn.`)
  const input = approval.input as Record<string, unknown>
  const { updatedInput, message, interrupt } = decision
  const answer =
    decision.behavior === 'allow'
      ? toAllow({ requestId, input, updatedInput })
      : toDeny({ requestId, message, interrupt })
  const receipt = await session.kept.command({ commandId, command: { kind: 'respond', message: answer } })
  if (!receipt.ok) throw toRefusal(receipt)
}

function toOptions(request: StartSession): SessionOptions {
  const { prompt, trust, force, resume, continue: goesOn, fork, mcpConfig, ...rest } = request
  const servers = mcpConfig === undefined ? {} : { mcpConfig: [mcpConfig].flat() }
  return { ...rest, ...servers } as SessionOptions
}

function toFolder(path: string): string {
  if (!isAbsolute(path))
    throw new ServerError('bad_request', `'${path}' is not an absolute path. Name the folder from / on.`)
  if (!isFolder(path)) throw new ServerError('bad_request', `There is no folder '${path}'.`)
  return realpathSync(path)
}
