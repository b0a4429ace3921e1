import { type KeeperMessage, serialise, toUserMessage } from '@quarterdeck/protocol/pure'
import type { Frame } from '../line-framer.ts'
import type { LogEntry } from '../log/record-line.ts'

type Raw = Readonly<Record<string, unknown>>
type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never
export type KeeperWord = DistributiveOmit<KeeperMessage, 'type'>

export function toCliEntry(frame: Frame): LogEntry {
  if (frame.kind === 'oversize') return toKeeperEntry({ subtype: 'oversize', bytes: frame.bytes })
  try {
    const message = JSON.parse(frame.text)
    if (typeof message === 'object' && message !== null) return { from: 'cli', json: frame.text, message }
  } catch {
    // Kept below as what it is.
  }
  return toKeeperEntry({ subtype: 'unread', text: frame.text })
}

export function toKeeperEntry(said: KeeperWord): LogEntry {
  const message = { type: 'keeper', ...said }
  return { from: 'keeper', json: JSON.stringify(message), message }
}

export function toHostEntry(message: Raw): LogEntry {
  return { from: 'host', json: serialise(message).trimEnd(), message }
}

export function toPrompt(uuid: string, content: unknown): LogEntry {
  return toHostEntry({ ...toUserMessage({ content: content as string, uuid }) })
}
