import type { FeedRecord } from './feed-record.ts'

/** What happens to whoever looks at the present. */
export type PresentEvent =
  /** With its message, where somebody has read it already. */
  | { kind: 'record'; record: FeedRecord; message?: Readonly<Record<string, unknown>> }
  /** Numbers mean something else from now on: it has to be opened again. */
  | { kind: 'replaced' }
  | { kind: 'problem'; message: string | null }

/** The part of a feed that grows. */
export interface Present {
  readonly epoch: string
  readonly problem: string | null
  /** Records behind a number, at least one if there is one, and not many more characters than asked for. */
  readAfter(seq: number, maxCharacters: number): FeedRecord[]
  /** Tells of what is new, until it is closed. */
  subscribe(listener: (event: PresentEvent) => void): void
  close(): void
}
