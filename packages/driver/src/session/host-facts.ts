import type { ExitInfo, KeeperMessage, LogRecord, QueuedMessage } from '@quarterdeck/protocol/pure'
import { applyToOpenRequests, type OpenRequest } from '../control/open-requests.ts'
import type { SessionFacts } from '../engine/session-facts.ts'
import { isObject, type Json } from '../is-object.ts'
import { applyToTurn, type TurnFacts, turnAtStart } from './turn-facts.ts'

/** What is known of a session from its log, as far as a host needs it to act. */
export interface HostFacts {
  stage: 'starting' | 'running' | 'ended'
  /** How the newest process ended, once it has. */
  exit: ExitInfo | null
  cliVersion: string | null
  /** Every id the session has had, the newest last. */
  ids: readonly string[]
  turn: TurnFacts
  /** What the CLI asked and nobody has answered. */
  open: ReadonlyMap<string, OpenRequest>
  queue: readonly QueuedMessage[]
  /** The id of the `initialize` that the running process was sent, and what it answered. */
  initializeId: string | null
  initialized: Json | null
}

export const nothingKnown: HostFacts = {
  stage: 'starting',
  exit: null,
  cliVersion: null,
  ids: [],
  turn: turnAtStart,
  open: new Map(),
  queue: [],
  initializeId: null,
  initialized: null,
}

/** The facts after one more record. */
export function applyRecord(facts: HostFacts, record: LogRecord): HostFacts {
  const { message } = record
  if (!isObject(message)) return facts
  if (record.from === 'keeper') return applyKeeper(facts, message as unknown as KeeperMessage)
  const turn = applyToTurn(facts.turn, record.from, message)
  const open = applyToOpenRequests(facts.open, record, message)
  const next = turn === facts.turn && open === facts.open ? facts : { ...facts, turn, open }
  return record.from === 'cli' ? applyCli(next, message) : applyHost(next, message)
}

function applyKeeper(facts: HostFacts, message: KeeperMessage): HostFacts {
  switch (message.subtype) {
    case 'started': {
      const { ids } = withId(facts, message.sessionId)
      return { ...nothingKnown, ids, queue: facts.queue, cliVersion: message.cliVersion ?? facts.cliVersion }
    }
    case 'exited':
      return { ...facts, stage: 'ended', exit: message.exit, turn: turnAtStart, open: new Map() }
    case 'queue':
      return { ...facts, queue: message.items }
    case 'session_changed':
      return withId(facts, message.sessionId)
    case 'snapshot':
      return facts.ids.length > 0 ? facts : fromSnapshot(facts, message.facts as SessionFacts)
    default:
      return facts
  }
}

/** Where the beginning is no longer in the log, a snapshot has what counts of it; requests that are open stand there still. */
function fromSnapshot(facts: HostFacts, { sessionIds, isRunning, isBusy, tellsState, tasks, queue }: SessionFacts) {
  const turn = { ...turnAtStart, isRunning: isBusy, hasRun: true, tellsState, tasks: tasks.length }
  return { ...facts, stage: isRunning ? ('running' as const) : ('ended' as const), ids: sessionIds, queue, turn }
}

function applyHost(facts: HostFacts, message: Json): HostFacts {
  if (message.type !== 'control_request' || !isObject(message.request)) return facts
  if (message.request.subtype !== 'initialize' || facts.initialized !== null) return facts
  return { ...facts, initializeId: String(message.request_id) }
}

function applyCli(facts: HostFacts, message: Json): HostFacts {
  if (message.type === 'control_response' && isObject(message.response)) return applyAnswer(facts, message.response)
  if (message.type !== 'system' || message.subtype !== 'init') return facts
  const version = typeof message.claude_code_version === 'string' ? message.claude_code_version : facts.cliVersion
  const next = facts.stage === 'running' ? facts : { ...facts, stage: 'running' as const }
  return withId(version === next.cliVersion ? next : { ...next, cliVersion: version }, message.session_id)
}

function applyAnswer(facts: HostFacts, response: Json): HostFacts {
  if (response.request_id !== facts.initializeId || response.subtype !== 'success' || facts.initialized !== null)
    return facts
  const initialized = isObject(response.response) ? response.response : {}
  return { ...facts, stage: 'running', initialized }
}

function withId(facts: HostFacts, id: unknown): HostFacts {
  if (typeof id !== 'string' || id === '' || facts.ids.at(-1) === id) return facts
  return { ...facts, ids: [...facts.ids.filter((each) => each !== id), id] }
}
