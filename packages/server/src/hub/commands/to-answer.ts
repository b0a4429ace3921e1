import type { DecidePermission } from '@quarterdeck/contract'
import { type ControlResponse, type PermissionUpdate, toAllow, toControlSuccess, toDeny } from '@quarterdeck/protocol'
import type { Approval } from '@quarterdeck/transcript'

/** The line that answers a prompt. What was shown goes back as it is, unless the person has edited it. */
export function toAnswer(approval: Approval, decision: DecidePermission): ControlResponse {
  const { requestId, toolUseId, kind } = approval
  const { updatedInput, message, interrupt } = decision
  const isAllowed = decision.behavior === 'allow'
  // Servers and dialogs are answered in words of their own.
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
  const input = approval.input as Record<string, unknown>
  const updatedPermissions = decision.updatedPermissions as PermissionUpdate[] | undefined
  return toAllow({ requestId, input, updatedInput, updatedPermissions, toolUseId })
}
