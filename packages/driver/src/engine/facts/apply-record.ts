import type { KeeperMessage, LogRecord, QueuedMessage } from '@quarterdeck/protocol/pure'
import { applyAnswer, applyHostRequest, applySettingsAnswer } from './apply-settings.ts'
import { findSteered, noFacts, type SessionFacts } from './session-facts.ts'

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
        recalled: {},
        turnPrompt: null,
        stopped: null,
        isRunning: true,
        sessionIds: withId(facts.sessionIds, message.sessionId),
      }
    case 'exited':
      return withoutProcess(facts)
    case 'queue':
      return applyQueue(message.isStop === true ? stop(facts) : facts, message.items)
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

function applyQueue(facts: SessionFacts, queue: readonly QueuedMessage[]): SessionFacts {
  // What waits with us, the CLI does not have: taken out of the queue again, it is not to be found there.
  let { sent, unfinished, recalled } = facts
  for (const { uuid, sentAs } of queue) {
    sent = without(sent, uuid)
    unfinished = without(unfinished, uuid)
    if (sentAs !== undefined) recalled = without(recalled, sentAs)
  }
  return { ...facts, queue, sent, unfinished, recalled }
}

/** What a person has stopped is not to be done again, and what waits behind it in the CLI is asked back. */
function stop(facts: SessionFacts): SessionFacts {
  const steered = Object.fromEntries(findSteered(facts))
  const sent = Object.fromEntries(Object.entries(facts.sent).filter(([uuid]) => !Object.hasOwn(steered, uuid)))
  return { ...facts, sent, recalled: { ...facts.recalled, ...steered }, unfinished: {}, ...toStopped(facts) }
}

function toStopped({ isBusy, turnPrompt }: SessionFacts): Partial<SessionFacts> {
  return isBusy ? { stopped: turnPrompt } : {}
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
    const uuid = String(message.uuid)
    const sent = { ...facts.sent, [uuid]: message }
    return { ...facts, sent, isBusy: true, ...(facts.isBusy ? {} : { turnPrompt: uuid, stopped: null }) }
  }
  if (message.type === 'control_request') return applyHostRequest(withoutInterrupted(facts, message), message)
  if (message.type !== 'control_response') return facts
  const id = String((message.response as Raw | undefined)?.request_id)
  const answered = remember(facts.answered, id, { at, ...(by === undefined ? {} : { by }) })
  return applyAnswer({ ...facts, open: without(facts.open, id), answered }, message)
}

/** What a person has interrupted is not to be done again, and what they take back in the CLI is not sent again. */
function withoutInterrupted(facts: SessionFacts, { request }: Raw): SessionFacts {
  const { subtype, message_uuid: uuid } = (request ?? {}) as Raw
  if (subtype === 'interrupt') return { ...facts, unfinished: {}, ...toStopped(facts) }
  return subtype === 'cancel_async_message' ? { ...facts, sent: without(facts.sent, String(uuid)) } : facts
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
      return applyLifecycle(facts, message)
    case 'result':
      return { ...(facts.tellsState ? facts : applyLastWord(facts)), unfinished: {} }
    case 'system':
      return applySystem(facts, message)
    default:
      return facts
  }
}

function applyLifecycle(facts: SessionFacts, { state, command_uuid: uuid, uuid: own }: Raw): SessionFacts {
  if (state === 'queued') return facts
  // One that was asked back stays so until it is in the queue. Any other was stopped before it began.
  if (state === 'cancelled') return { ...facts, sent: without(facts.sent, String(uuid)) }
  return taken(facts, uuid ?? own)
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
  const waiting = { ...facts.recalled, ...facts.sent }
  if (typeof uuid !== 'string' || !Object.hasOwn(waiting, uuid)) return facts
  const unfinished = { ...facts.unfinished, [uuid]: waiting[uuid] }
  const [sent, recalled] = [without(facts.sent, uuid), without(facts.recalled, uuid)]
  return { ...facts, hasHeard: true, sent, recalled, unfinished }
}

function withId(ids: readonly string[], id: string): readonly string[] {
  // Which session goes on with `continue` shows when the CLI says so.
  return id === '' || ids.at(-1) === id ? ids : [...ids.filter((each) => each !== id), id]
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!Object.hasOwn(record, key)) return record
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
