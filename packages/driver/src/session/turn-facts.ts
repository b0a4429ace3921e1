import type { LogSource } from '@quarterdeck/protocol/pure'
import { isObject, type Json } from '../is-object.ts'

/** Whether anything runs in the CLI, from what it says and from what it was told. */
export interface TurnFacts {
  isRunning: boolean
  /** A turn has run in this process. */
  hasRun: boolean
  /** How the newest turn ended. */
  hasFailed: boolean
  /** The CLI tells its state itself: then `result` is not the end, since background tasks may go on. */
  tellsState: boolean
  /** The CLI tells what becomes of each prompt. */
  tellsPrompts: boolean
  /** Prompts that were written and not taken up yet. */
  waiting: readonly string[]
  /** Background tasks that run. */
  tasks: number
}

export const turnAtStart: TurnFacts = {
  isRunning: false,
  hasRun: false,
  hasFailed: false,
  tellsState: false,
  tellsPrompts: false,
  waiting: [],
  tasks: 0,
}

/** Turns that run or are due. */
export function countTurns({ isRunning, waiting }: TurnFacts): number {
  return (isRunning ? 1 : 0) + waiting.length
}

/** The same object comes back where nothing has changed. */
export function applyToTurn(turn: TurnFacts, from: LogSource, message: Json): TurnFacts {
  if (from === 'host') return applyPrompt(turn, message)
  switch (message.type) {
    case 'system':
      return applySystem(turn, message)
    case 'command_lifecycle':
      return applyLifecycle(turn, message)
    case 'assistant':
    case 'stream_event':
      // What a background agent says is no turn: its tasks are counted.
      return message.parent_tool_use_id || turn.tellsState ? turn : toRunning(turn)
    case 'user':
      return withoutPrompt(turn, message.uuid)
    case 'result':
      return applyResult(turn, message)
    default:
      return turn
  }
}

function applyPrompt(turn: TurnFacts, message: Json): TurnFacts {
  if (message.type !== 'user' || typeof message.uuid !== 'string') return turn
  return { ...turn, waiting: [...turn.waiting, message.uuid] }
}

function applySystem(turn: TurnFacts, message: Json): TurnFacts {
  if (message.subtype === 'init') {
    // A CLI that does not tell takes up one prompt with each turn, in order.
    const begun = turn.tellsPrompts ? turn : withoutPrompt(turn, turn.waiting[0])
    return toRunning(begun)
  }
  if (message.subtype === 'session_state_changed') {
    const isRunning = message.state !== 'idle'
    if (turn.tellsState && turn.isRunning === isRunning) return turn
    return { ...turn, tellsState: true, isRunning, hasRun: true }
  }
  if (message.subtype === 'background_tasks_changed' && Array.isArray(message.tasks)) {
    const tasks = message.tasks.filter((task) => isObject(task) && task.ambient !== true).length
    return tasks === turn.tasks ? turn : { ...turn, tasks }
  }
  return turn
}

function applyLifecycle(turn: TurnFacts, message: Json): TurnFacts {
  const told = turn.tellsPrompts ? turn : { ...turn, tellsPrompts: true }
  return message.state === 'queued' ? told : withoutPrompt(told, message.command_uuid)
}

function applyResult(turn: TurnFacts, message: Json): TurnFacts {
  // Newer CLIs call a turn an error that a person has stopped.
  const isStopped = String(message.terminal_reason).startsWith('aborted_')
  const hasFailed = message.is_error === true && !isStopped
  return { ...turn, isRunning: turn.tellsState && turn.isRunning, hasRun: true, hasFailed }
}

function toRunning(turn: TurnFacts): TurnFacts {
  return turn.isRunning ? turn : { ...turn, isRunning: true, hasRun: true, hasFailed: false }
}

function withoutPrompt(turn: TurnFacts, uuid: unknown): TurnFacts {
  const waiting = turn.waiting.filter((each) => each !== uuid)
  return waiting.length === turn.waiting.length ? turn : { ...turn, waiting }
}
