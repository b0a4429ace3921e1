import type { KeeperMessage, LogRecord } from '@quarterdeck/protocol/pure'
import { applyAnswer, applyHostRequest, applySettingsAnswer } from './apply-settings.ts'
import { noFacts, type SessionFacts } from './session-facts.ts'

type Raw = Readonly<Record<string, unknown>>

const REMEMBERED = 500

/** What a record changes in what we know of the session. Says nothing of what the messages mean to people: that is the fold's. */
export function applyRecord(facts: SessionFacts, record: LogRecord): SessionFacts {
  const done = applyReceipt(facts, record)
  const message = record.message as Raw
  if (record.from === 'keeper') return applyKeeper(done, record.message as KeeperMessage)
  return record.from === 'host' ? applyHost(done, record, message) : applyCli(done, record, message)
}

function applyReceipt(facts: SessionFacts, { seq, from, commandId }: LogRecord): SessionFacts {
  if (commandId === undefined) return facts
  const state = from === 'host' ? ('written' as const) : ('queued' as const)
  return { ...facts, receipts: remember(facts.receipts, commandId, { seq, state }) }
}

function applyKeeper(facts: SessionFacts, message: KeeperMessage): SessionFacts {
  switch (message.subtype) {
    case 'started':
      return {
        ...withoutProcess(facts),
        // What an earlier process never spoke of was put back into the queue before, or is in its transcript.
        sent: {},
        unfinished: {},
        isRunning: true,
        sessionIds: withId(facts.sessionIds, message.sessionId),
      }
    case 'exited':
      return withoutProcess(facts)
    case 'queue':
      return { ...facts, queue: message.items }
    case 'suspended':
      return { ...facts, isSuspended: message.isSuspended }
    case 'session_changed':
      return { ...facts, sessionIds: withId(facts.sessionIds, message.sessionId) }
    case 'snapshot':
      return { ...noFacts, ...(message.facts as SessionFacts) }
    default:
      return facts
  }
}

/** What a process had open ends with it. What was sent and not heard of stays: it may have to be sent again. */
function withoutProcess(facts: SessionFacts): SessionFacts {
  return {
    ...facts,
    isRunning: false,
    isBusy: false,
    isSuspended: false,
    tellsState: false,
    hasHeard: false,
    tasks: [],
    open: {},
    asked: {},
  }
}

function applyHost(facts: SessionFacts, { at, by }: LogRecord, message: Raw): SessionFacts {
  if (message.type === 'user') {
    const sent = { ...facts.sent, [String(message.uuid)]: message }
    return { ...facts, sent, isBusy: true }
  }
  if (message.type === 'control_request') return applyHostRequest(withoutInterrupted(facts, message), message)
  if (message.type !== 'control_response') return facts
  const id = String((message.response as Raw | undefined)?.request_id)
  const answered = remember(facts.answered, id, { at, ...(by === undefined ? {} : { by }) })
  return applyAnswer({ ...facts, open: without(facts.open, id), answered }, message)
}

/** What a person has interrupted is not to be done again. */
function withoutInterrupted(facts: SessionFacts, { request }: Raw): SessionFacts {
  return (request as Raw | undefined)?.subtype === 'interrupt' ? { ...facts, unfinished: {} } : facts
}

function applyCli(facts: SessionFacts, { seq }: LogRecord, message: Raw): SessionFacts {
  switch (message.type) {
    case 'control_request': {
      const request = message.request as Raw | undefined
      const toolUseId = request?.tool_use_id
      const open = {
        seq,
        subtype: String(request?.subtype),
        ...(typeof toolUseId === 'string' ? { toolUseId } : {}),
      }
      return { ...facts, open: { ...facts.open, [String(message.request_id)]: open } }
    }
    case 'control_cancel_request':
      return { ...facts, open: without(facts.open, String(message.request_id)) }
    case 'control_response':
      return applySettingsAnswer(facts, message)
    case 'user':
      return message.isReplay === true ? taken(facts, message.uuid) : facts
    case 'command_lifecycle':
      return message.state === 'queued' ? facts : taken(facts, message.command_uuid ?? message.uuid)
    case 'result':
      return { ...(facts.tellsState ? facts : applyLastWord(facts)), unfinished: {} }
    case 'system':
      return applySystem(facts, message)
    default:
      return facts
  }
}

/**
 * CLIs that do not tell their state have a turn for each prompt, in order. Of a command, of a prompt that a hook refused and of
 * one that was interrupted early they never speak, and would be waited for.
 */
function applyLastWord(facts: SessionFacts): SessionFacts {
  const [oldest] = Object.keys(facts.sent)
  const sent = facts.hasHeard || oldest === undefined ? facts.sent : without(facts.sent, oldest)
  return { ...facts, sent, isBusy: !isNone(sent) }
}

function applySystem(facts: SessionFacts, message: Raw): SessionFacts {
  switch (message.subtype) {
    case 'init': {
      const { permissionMode, session_id: id } = message
      const settings = typeof permissionMode === 'string' ? { ...facts.settings, permissionMode } : facts.settings
      return {
        ...facts,
        isBusy: true,
        hasHeard: false,
        hasTranscript: true,
        settings,
        sessionIds: typeof id === 'string' ? withId(facts.sessionIds, id) : facts.sessionIds,
      }
    }
    case 'status':
      return typeof message.permissionMode === 'string'
        ? { ...facts, settings: { ...facts.settings, permissionMode: message.permissionMode } }
        : facts
    case 'session_state_changed':
      return { ...facts, tellsState: true, isBusy: message.state !== 'idle' || !isNone(facts.sent) }
    case 'background_tasks_changed':
      return { ...facts, tasks: toTaskIds(message.tasks) }
    case 'task_started':
      return { ...facts, tasks: [...new Set([...facts.tasks, String(message.task_id)])] }
    case 'task_notification':
      return { ...facts, tasks: facts.tasks.filter((id) => id !== message.task_id) }
    default:
      return facts
  }
}

function toTaskIds(tasks: unknown): string[] {
  if (!Array.isArray(tasks)) return []
  // Ambient ones are the CLI's own and never end.
  return tasks.filter((task: Raw) => task.ambient !== true).map((task: Raw) => String(task.task_id ?? task.id))
}

function taken(facts: SessionFacts, uuid: unknown): SessionFacts {
  if (typeof uuid !== 'string' || !Object.hasOwn(facts.sent, uuid)) return facts
  const unfinished = { ...facts.unfinished, [uuid]: facts.sent[uuid] }
  return { ...facts, hasHeard: true, sent: without(facts.sent, uuid), unfinished }
}

function withId(ids: readonly string[], id: string): readonly string[] {
  // Which session goes on with `continue` shows when the CLI says so.
  return id === '' || ids.at(-1) === id ? ids : [...ids.filter((each) => each !== id), id]
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _gone, ...rest } = record
  return rest
}

function remember<T>(record: Readonly<Record<string, T>>, key: string, value: T): Readonly<Record<string, T>> {
  const entries = Object.entries({ ...without(record, key), [key]: value })
  return entries.length > REMEMBERED ? Object.fromEntries(entries.slice(-REMEMBERED)) : Object.fromEntries(entries)
}

function isNone(record: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(record).length === 0
}
