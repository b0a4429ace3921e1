import { type MaybePiece, StreamPieces } from './stream-pieces.ts'

/** Knows which records need not be kept: texts that stand in full elsewhere in the log, and snapshots that a newer one replaces. */
export class DeltaTracker {
  readonly #streams = new StreamPieces((type) => type === 'content_block_delta')
  #snapshot: number | null = null

  /** Takes the next record and gives the numbers of those that may now go. */
  take(seq: number, message: MaybePiece & { subtype?: unknown }): number[] {
    if (message.type === 'keep_alive') return [seq]
    if (message.type === 'keeper' && message.subtype === 'snapshot') return this.#replaceSnapshot(seq)
    return this.#streams.take(seq, message)?.pieces ?? []
  }

  #replaceSnapshot(seq: number): number[] {
    const previous = this.#snapshot
    this.#snapshot = seq
    return previous === null ? [] : [previous]
  }
}
