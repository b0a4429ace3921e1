import type { QueuedMessage } from '@quarterdeck/protocol/pure'
import type { Command } from '../../session-link.ts'

type OfOne = Extract<Command, { kind: 'edit_queued' | 'move_queued' | 'cancel_queued' }>
type QueueCommand = OfOne | Extract<Command, { kind: 'release_held' | 'discard_held' }>

const KINDS = ['edit_queued', 'move_queued', 'cancel_queued', 'release_held', 'discard_held']

/** Those that change the queue alone, and need no process. */
export function isQueueCommand(command: Command): command is QueueCommand {
  return KINDS.includes(command.kind)
}

/** The queue as it is then, or null when what is meant no longer waits. */
export function applyQueueCommand(queue: readonly QueuedMessage[], command: QueueCommand): QueuedMessage[] | null {
  if (command.kind === 'release_held' || command.kind === 'discard_held') {
    if (!queue.some(({ isHeld }) => isHeld)) return null
    return command.kind === 'release_held' ? queue.map(toReleased) : queue.filter(({ isHeld }) => !isHeld)
  }
  const item = queue.find(({ uuid }) => uuid === command.uuid)
  if (item === undefined) return null
  const others = queue.filter((each) => each !== item)
  switch (command.kind) {
    case 'edit_queued':
      return queue.map((each) => (each === item ? { ...each, content: command.content } : each))
    case 'move_queued': {
      const { before } = command
      const place = before === null ? -1 : others.findIndex(({ uuid }) => uuid === before)
      return place < 0 ? [...others, item] : others.toSpliced(place, 0, item)
    }
    default:
      return others
  }
}

export function toNotWaiting({ kind }: QueueCommand): 'not_held' | 'not_queued' {
  return kind.endsWith('_held') ? 'not_held' : 'not_queued'
}

function toReleased({ isHeld: _, ...item }: QueuedMessage): QueuedMessage {
  return item
}

export function toHeld(queue: readonly QueuedMessage[]): QueuedMessage[] {
  return queue.map((item) => ({ ...item, isHeld: true }))
}
