import {
  type ExitInfo,
  type KeeperMessage,
  type QueuedMessage,
  serialise,
  toUserMessage,
} from '@quarterdeck/protocol/pure'
import { type Frame, toText } from '../../lines/line-framer.ts'
import type { LogEntry } from '../../log/record-line.ts'
import { toHeld } from '../queue/apply-queue-command.ts'

type Raw = Readonly<Record<string, unknown>>
type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never
export type KeeperWord = DistributiveOmit<KeeperMessage, 'type'>

export function toCliEntry(frame: Frame): LogEntry {
  if (frame.kind === 'oversize') return toKeeperEntry({ subtype: 'oversize', bytes: frame.bytes })
  const json = toText(frame.bytes)
  if (frame.kind === 'line') {
    const message = parse(json)
    if (message !== null) return { from: 'cli', json, message }
  }
  return toKeeperEntry({ subtype: 'unread', text: json })
}

function parse(json: string): Raw | null {
  try {
    const message: unknown = JSON.parse(json)
    return typeof message === 'object' && message !== null ? (message as Raw) : null
  } catch {
    return null
  }
}

export function toKeeperEntry(said: KeeperWord): LogEntry {
  const message = { type: 'keeper', ...said }
  return { from: 'keeper', json: JSON.stringify(message), message }
}

/** The end of a process, and the messages that are held with it. */
export function toEndEntries(exit: ExitInfo, waiting: readonly QueuedMessage[]): LogEntry[] {
  const held = waiting.length > 0 ? [toKeeperEntry({ subtype: 'queue', items: toHeld(waiting) })] : []
  return [...held, toKeeperEntry({ subtype: 'exited', exit })]
}

export function toHostEntry(message: Raw): LogEntry {
  return { from: 'host', json: serialise(message).trimEnd(), message }
}

export function toPrompt(uuid: string, content: unknown): LogEntry {
  return toHostEntry({ ...toUserMessage({ content: content as string, uuid }) })
}
