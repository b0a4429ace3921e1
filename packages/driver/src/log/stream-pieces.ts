/** The fields of a message that say whether it is a piece of a streamed one. */
export interface MaybePiece {
  type?: unknown
  parent_tool_use_id?: unknown
  event?: unknown
}

/** The records of a streamed message that is complete: the pieces of its blocks, and what stood around them. */
export interface StreamedMessage {
  pieces: number[]
  frame: number[]
}

/**
 * Knows when the pieces of a streamed message are of no more use: once it is complete, because its whole blocks stand in the log too.
 * The pieces of a message that was cut off are never given up, since nothing else has its text.
 */
export class StreamPieces {
  readonly #isPiece: (eventType: string) => boolean
  /** Messages that are being written, by the agent's call that writes them. */
  readonly #writing = new Map<string, StreamedMessage>()

  constructor(isPiece: (eventType: string) => boolean) {
    this.#isPiece = isPiece
  }

  /** Takes the next record of the log; gives the streamed message that it completes. */
  take(seq: number, message: MaybePiece): StreamedMessage | null {
    if (message.type !== 'stream_event') return null
    const lane = String(message.parent_tool_use_id ?? '')
    const type = String((message.event as { type?: unknown } | undefined)?.type)
    if (type === 'message_start') this.#writing.set(lane, { pieces: [], frame: [] })
    const writing = this.#writing.get(lane)
    if (writing === undefined) return null
    if (this.#isPiece(type)) writing.pieces.push(seq)
    else writing.frame.push(seq)
    if (type !== 'message_stop') return null
    this.#writing.delete(lane)
    return writing
  }
}
