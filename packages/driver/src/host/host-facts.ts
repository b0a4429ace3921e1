import type { ExitInfo, KeeperMessage, LogRecord } from '@quarterdeck/protocol/pure'
import { applyRecord } from '../engine/facts/apply-record.ts'
import { noFacts, type SessionFacts } from '../engine/facts/session-facts.ts'
import { isObject, type Json } from '../is-object.ts'
import { applyToOpenRequests, type OpenRequest } from './open-requests.ts'

/** What a host knows of a session from its log: what the engine knows, and what is of interest to people. */
export interface HostFacts {
  session: SessionFacts
  /** What the CLI asked and nobody has answered, in full. */
  open: ReadonlyMap<string, OpenRequest>
  /** How the newest process ended, once it has. */
  exit: ExitInfo | null
  cliVersion: string | null
  /** The id of the `initialize` that the running process was sent, and what it answered. */
  initializeId: string | null
  initialized: Json | null
  /** The process has answered. */
  isReady: boolean
  /** A turn has run in this process; how the newest one ended. */
  hasRun: boolean
  hasFailed: boolean
}

export const nothingKnown: HostFacts = {
  session: noFacts,
  open: new Map(),
  exit: null,
  cliVersion: null,
  initializeId: null,
  initialized: null,
  isReady: false,
  hasRun: false,
  hasFailed: false,
}

/** The facts after one more record. */
export function applyToHost(facts: HostFacts, record: LogRecord): HostFacts {
  if (!isObject(record.message)) return facts
  const session = applyRecord(facts.session, record)
  const open = applyToOpenRequests(facts.open, record, record.message)
  const next = session === facts.session && open === facts.open ? facts : { ...facts, session, open }
  if (record.from === 'keeper') return applyKeeper(next, record.message as unknown as KeeperMessage)
  return record.from === 'cli' ? applyCli(next, record.message) : applyHost(next, record.message)
}

function applyKeeper(facts: HostFacts, message: KeeperMessage): HostFacts {
  switch (message.subtype) {
    case 'started':
      return { ...nothingKnown, session: facts.session, cliVersion: message.cliVersion ?? facts.cliVersion }
    case 'exited':
      return { ...facts, exit: message.exit, open: new Map() }
    case 'snapshot':
      // Where the beginning is no longer in the log, nothing else tells that the process has answered.
      return facts.session.isRunning && !facts.isReady ? { ...facts, isReady: true, hasRun: true } : facts
    default:
      return facts
  }
}

function applyHost(facts: HostFacts, message: Json): HostFacts {
  if (message.type !== 'control_request' || !isObject(message.request)) return facts
  if (message.request.subtype !== 'initialize' || facts.initialized !== null) return facts
  return { ...facts, initializeId: String(message.request_id) }
}

function applyCli(facts: HostFacts, message: Json): HostFacts {
  if (message.type === 'control_response' && isObject(message.response)) return applyAnswer(facts, message.response)
  if (message.type === 'result') return { ...facts, hasRun: true, hasFailed: isFailure(message) }
  if (message.type !== 'system' || message.subtype !== 'init') return facts
  const cliVersion = typeof message.claude_code_version === 'string' ? message.claude_code_version : facts.cliVersion
  return { ...facts, cliVersion, isReady: true }
}

function applyAnswer(facts: HostFacts, response: Json): HostFacts {
  if (response.request_id !== facts.initializeId || response.subtype !== 'success' || facts.initialized !== null)
    return facts
  return { ...facts, isReady: true, initialized: isObject(response.response) ? response.response : {} }
}

/** Newer CLIs call a turn an error that a person has stopped. */
function isFailure(result: Json): boolean {
  return result.is_error === true && !String(result.terminal_reason).startsWith('aborted_')
}
