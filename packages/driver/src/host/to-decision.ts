import { type ControlResponse, type PermissionUpdate, toAllow, toControlSuccess, toDeny } from '@quarterdeck/protocol'
import type { RequestKind } from './request-kind.ts'

type Input = Record<string, unknown>

/** A yes or a no to a request of the CLI that waits for a person. */
export interface Decision {
  behavior: 'allow' | 'deny'
  /** Sent in the place of the input that was asked about; for a form or a dialog, what was filled in. */
  updatedInput?: Input | undefined
  updatedPermissions?: readonly PermissionUpdate[] | undefined
  /** Claude reads it and goes on, unless `interrupt` ends the turn. */
  message?: string | undefined
  interrupt?: boolean | undefined
}

/** What the answer to a request must repeat of it. */
export interface DecidedRequest {
  requestId: string
  kind: RequestKind | 'approval'
  /** What was asked about: an allow repeats it, which CLI 2.1.38 demands. */
  input: unknown
  toolUseId?: string | undefined
}

/** The line that answers a request of the CLI with a decision. Forms of MCP servers and dialogs have words of their own for yes and no. */
export function toDecision(request: DecidedRequest, decision: Decision): ControlResponse {
  const { requestId, kind, input, toolUseId } = request
  const { behavior, updatedInput, updatedPermissions, message, interrupt } = decision
  const isAllowed = behavior === 'allow'
  // Not all callers have a compiler: only the one word may let a tool run.
  if (!isAllowed && behavior !== 'deny') throw new Error(`'${behavior as unknown}' is neither allow nor deny.`)
  if (kind === 'elicitation')
    return toControlSuccess(
      requestId,
      isAllowed ? { action: 'accept', content: updatedInput ?? {} } : { action: interrupt ? 'cancel' : 'decline' },
    )
  if (kind === 'dialog')
    return toControlSuccess(
      requestId,
      isAllowed ? { behavior: 'completed', result: updatedInput ?? {} } : { behavior: 'cancelled' },
    )
  if (!isAllowed) return toDeny({ requestId, message, interrupt, toolUseId })
  return toAllow({ requestId, input: (input ?? {}) as Input, updatedInput, updatedPermissions, toolUseId })
}
