import type { DecidePermission } from '@quarterdeck/contract'
import { type Decision, toDecision } from '@quarterdeck/driver'
import { type Approval, findDecision } from '@quarterdeck/transcript'
import { toInputHash } from '../../input-hash.ts'
import type { Wish } from '../../policy/judge.ts'
import { ServerError } from '../../server-error.ts'
import type { CommandableSession, Sender } from './commandable.ts'
import { toRefusal } from './to-refusal.ts'

export interface Deciding extends Sender {
  /** Throws where the policy does not let it through. */
  assertAllowed(wish: Wish): void
  /** Written before it is done: what nobody could account for is not done. */
  note(event: 'decision' | 'decision_not_taken', facts: Readonly<Record<string, unknown>>): void
}

/** Answers a prompt of the CLI: the first answer counts, and it means what was shown. */
export async function decide(
  session: CommandableSession,
  decision: DecidePermission,
  { commandId, by, assertAllowed, note }: Deciding,
): Promise<{ requestId: string; behavior: 'allow' | 'deny'; inputHash?: string }> {
  const requestId = decision.request_id
  const { facts } = session.kept
  const approval = session.state.approvals.find((each) => each.requestId === requestId)
  if (approval === undefined) {
    // Sent again, by whoever did not hear the answer: it was done.
    if (Object.hasOwn(facts.receipts, commandId)) return { requestId, behavior: decision.behavior }
    if (!wasAsked(session, requestId))
      throw new ServerError('not_found', `There is no request '${requestId.slice(0, 100)}' in this session.`)
    throw toAlreadyResolved(session, requestId)
  }
  const inputHash = toInputHash(approval.input)
  assertSame(approval, inputHash, decision.inputHash)
  const { updatedPermissions = [] } = decision
  const isAllowed = decision.behavior === 'allow'
  if (isAllowed && updatedPermissions.length > 0)
    assertAllowed({
      door: 'permissions',
      updates: updatedPermissions,
      offered: {
        toolName: approval.toolName,
        suggestions: approval.suggestions,
        isOnceOnly: approval.isOnceOnly === true,
      },
    })
  const shown = { requestId, toolName: approval.toolName, behavior: decision.behavior, inputHash }
  note('decision', {
    ...shown,
    ...(isAllowed && decision.updatedInput !== undefined && { updatedInputHash: toInputHash(decision.updatedInput) }),
    ...(isAllowed && updatedPermissions.length > 0 && { updatedPermissions }),
    ...(decision.interrupt && { interrupt: true }),
  })
  const receipt = await session.kept.command({
    commandId,
    by,
    command: { kind: 'respond', message: toDecision(approval, decision as Decision) },
  })
  if (!receipt.ok) {
    note('decision_not_taken', { ...shown, code: receipt.code })
    const isLate = receipt.code === 'already_resolved' || receipt.code === 'not_open'
    throw isLate ? toAlreadyResolved(session, requestId) : toRefusal(receipt)
  }
  return { requestId, behavior: decision.behavior, inputHash }
}

function assertSame({ requestId, toolName }: Approval, inputHash: string, shown: string | undefined): void {
  if (shown === undefined || shown === inputHash) return
  throw new ServerError(
    'input_changed',
    `The request '${requestId}' (${toolName}) asks about something else than what was shown. Look at it again, and decide then.`,
    { details: { inputHash } },
  )
}

/** In any of its processes: what was answered or taken back is known from the log. */
function wasAsked({ state, kept }: CommandableSession, requestId: string): boolean {
  return findDecision(state, requestId) !== undefined || Object.hasOwn(kept.facts.answered, requestId)
}

const BEHAVIOURS: Readonly<Record<string, string>> = { allowed: 'allow', answered: 'allow', denied: 'deny' }

/** Who was quicker, and what they said. A prompt that the CLI took back was answered by nobody. */
function toAlreadyResolved({ state, kept }: CommandableSession, requestId: string): ServerError {
  const decision = findDecision(state, requestId)
  const answered = Object.hasOwn(kept.facts.answered, requestId) ? kept.facts.answered[requestId] : undefined
  const by = decision?.by ?? answered?.by
  const at = decision?.at ?? answered?.at
  const behavior = decision === undefined ? undefined : (BEHAVIOURS[decision.outcome] ?? decision.outcome)
  const details = { ...(by && { by }), ...(behavior && { behavior }), ...(at && { at }) }
  return new ServerError('already_resolved', toSentence(requestId, details), { details })
}

function toSentence(requestId: string, { by, behavior }: { by?: string; behavior?: string }): string {
  if (behavior === undefined) return `The request '${requestId}' is not open any more: it was answered or withdrawn.`
  if (behavior === 'allow' || behavior === 'deny')
    return `The request '${requestId}' was answered before: ${behavior}${by === undefined ? '' : `, by ${by}`}.`
  return `The request '${requestId}' is not open any more: it was ${behavior}.`
}
