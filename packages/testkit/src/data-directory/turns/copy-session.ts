import type { Taped } from '../conversation.ts'
import type { Line } from '../oracle/line-facts.ts'
import type { NeedleHit } from '../oracle/needles.ts'
import type { OracleSession } from '../oracle/oracle.ts'
import type { SessionWork } from './session-work.ts'

/** A session whose lines another one repeats. */
export interface Origin {
  session: OracleSession
  tape: Taped[]
}

/**
 * Begins a session with the lines of another one: a fork marks them, a resume of an old CLI does not. Message ids stay the
 * same, so that whoever adds up both files counts them twice.
 */
export function copySession(work: SessionWork, origin: Origin, kind: 'fork' | 'resume'): void {
  const { conversation, plan } = work
  const { chance, ids, record, clock } = conversation
  const lines = cutAtPrompt(
    origin.tape.filter(({ line }) => typeof line.uuid === 'string'),
    chance.integer(1, 3),
  )
  // The CLI keeps the ids of lines, the SDK gives new ones.
  const isRenamed = kind === 'fork' && chance.yes(0.5)
  const renamed = new Map(lines.map(({ line }) => [line.uuid, isRenamed ? ids.uuid() : (line.uuid as string)]))
  for (const { line, facts } of lines) {
    conversation.addCopy({ line: toCopy(work, line, kind, renamed, origin.session.id), facts })
    if (line.subtype === 'compact_boundary') record.session.compactions++
    const atMs = Date.parse(line.timestamp as string)
    record.session.createdMs = Math.min(record.session.createdMs, atMs)
    record.session.modifiedMs = Math.max(record.session.modifiedMs, atMs)
    if (line.type !== 'progress') conversation.parentUuid = renamed.get(line.uuid) ?? null
  }
  record.settle()
  clock.nowMs = Math.max(clock.nowMs, origin.session.modifiedMs + 60_000)
  work.promptIndex = record.session.counts.prompts
  record.session.copyOf = { sessionId: origin.session.id, kind }
  copyBranches(record.session, origin.session, renamed)
  copyHits(work, origin.session.id, renamed)
  conversation.place.slug = plan.slug
}

/** Ends before one of the last prompts, where no message is half written. */
function cutAtPrompt(tape: readonly Taped[], fromEnd: number): Taped[] {
  const prompts = tape.flatMap(({ facts }, index) => (facts.kind === 'prompt' ? [index] : []))
  const at = prompts.at(-fromEnd)
  return at === undefined || at === 0 ? [...tape] : tape.slice(0, at)
}

type Renamed = ReadonlyMap<unknown, string>

function toCopy({ plan }: SessionWork, line: Line, kind: 'fork' | 'resume', renamed: Renamed, originId: string): Line {
  const copy: Line = { ...line, sessionId: plan.id }
  for (const field of ['uuid', 'parentUuid', 'logicalParentUuid', 'sourceToolAssistantUUID']) {
    if (typeof copy[field] === 'string') copy[field] = renamed.get(copy[field]) ?? copy[field]
  }
  if (kind === 'fork') copy.forkedFrom = { sessionId: originId, messageUuid: line.uuid }
  return copy
}

function copyBranches(copy: OracleSession, origin: OracleSession, renamed: Renamed): void {
  for (const { parentUuid, children } of origin.branches) {
    if (!children.every((uuid) => renamed.has(uuid))) continue
    copy.branches.push({
      parentUuid: renamed.get(parentUuid) ?? parentUuid,
      children: children.map((uuid) => renamed.get(uuid) as string),
    })
  }
}

function copyHits(work: SessionWork, originId: string, renamed: Renamed): void {
  for (const { hits } of work.oracle.needles) {
    const copied = hits.flatMap((hit): NeedleHit[] => {
      const uuid = hit.sessionId === originId ? renamed.get(hit.uuid) : undefined
      return uuid === undefined ? [] : [work.conversation.toHit(uuid)]
    })
    hits.push(...copied)
  }
}
