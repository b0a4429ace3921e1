import type { QueuedMessage } from '@quarterdeck/protocol/pure'
import type { Command } from '../../session-link.ts'

type QueueCommand = Extract<Command, { kind: `${string}_queued` }>

export function isQueueCommand(command: Command): command is QueueCommand {
  return command.kind.endsWith('_queued')
}

/** The queue as it is then, or null when the message no longer waits. */
export function applyQueueCommand(queue: readonly QueuedMessage[], command: QueueCommand): QueuedMessage[] | null {
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
