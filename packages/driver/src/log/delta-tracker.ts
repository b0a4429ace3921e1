/** The parts of a message that say whether it is a piece of another one. */
interface MaybeDelta {
  type?: unknown
  subtype?: unknown
  parent_tool_use_id?: unknown
  event?: { type?: unknown }
}

/**
 * Knows which records are of no more use. The pieces of a streamed message are, once it is complete: its whole blocks stand in
 * the log too. Those of a message that was cut off stay, since nothing else has its text.
 */
export class DeltaTracker {
  readonly #pieces = new Map<string, number[]>()
  #snapshot: number | null = null

  /** Takes the next record and gives the numbers of those that may now go. */
  take(seq: number, message: MaybeDelta): number[] {
    if (message.type === 'keep_alive') return [seq]
    if (message.type === 'keeper' && message.subtype === 'snapshot') return this.#replaceSnapshot(seq)
    if (message.type !== 'stream_event') return []
    const stream = String(message.parent_tool_use_id ?? '')
    switch (message.event?.type) {
      case 'message_start':
        this.#pieces.set(stream, [])
        return []
      case 'content_block_delta':
        this.#pieces.get(stream)?.push(seq)
        return []
      case 'message_stop': {
        const pieces = this.#pieces.get(stream) ?? []
        this.#pieces.delete(stream)
        return pieces
      }
      default:
        return []
    }
  }

  #replaceSnapshot(seq: number): number[] {
    const previous = this.#snapshot
    this.#snapshot = seq
    return previous === null ? [] : [previous]
  }
}
