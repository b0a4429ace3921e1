import type { ControlCommand } from '@quarterdeck/contract'
import type { ControlOutcome } from '@quarterdeck/driver'
import { findControlEntry } from '@quarterdeck/protocol'
import type { z } from 'zod'
import { CONTROL_TABLE } from '../../policy/control-table.ts'
import { ServerError } from '../../server-error.ts'
import { toIssueSentence } from '../../to-issue-sentence.ts'
import type { CommandableSession } from './commandable.ts'

/** Asks the CLI for something that the policy has let through, and gives what it answers. */
export async function control(
  session: CommandableSession,
  request: ControlCommand,
  by: string,
): Promise<Record<string, unknown>> {
  const { subtype, ...body } = request
  assertFits(request)
  if (!session.isLive) {
    if (CONTROL_TABLE[subtype]?.whenStopped !== 'start')
      throw new ServerError(
        'not_running',
        `Nothing runs in this session that '${subtype}' could be about. Send a message to start it.`,
      )
    await session.start()
  }
  return toResponse(subtype, await session.kept.request(subtype, body, { by }))
}

/** What lacks a field is better told by us: old CLIs say nothing, and a newer one might end. */
function assertFits(request: ControlCommand): void {
  const result = findControlEntry(request.subtype)?.request.safeParse(request)
  if (result === undefined || result.success) return
  const issue = result.error.issues[0] as z.core.$ZodIssue
  throw new ServerError('bad_request', `'${request.subtype}': ${toIssueSentence(issue)}`)
}

function toResponse(subtype: string, outcome: ControlOutcome<unknown>): Record<string, unknown> {
  switch (outcome.kind) {
    case 'ok':
      return (outcome.response ?? {}) as Record<string, unknown>
    case 'unsupported':
      throw new ServerError('unsupported_by_cli', `This version of Claude Code does not know '${subtype}'.`)
    case 'refused': {
      const { error, code } = outcome
      throw new ServerError('unsupported_by_cli', `Claude Code said no to '${subtype}': ${error}`, {
        details: { ...(code && { cliCode: code }) },
      })
    }
    case 'timed_out':
      throw new ServerError(
        'timed_out',
        `Claude Code did not answer '${subtype}' within ${outcome.afterMs / 1000} s. It may still do it.`,
      )
    default:
      throw new ServerError(
        'not_running',
        `The process ended before it answered '${subtype}'. Send a message to start it again.`,
      )
  }
}
