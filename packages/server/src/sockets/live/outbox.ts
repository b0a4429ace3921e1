import type { Peer } from '../peer.ts'

/** What a page may have been sent and not acknowledged. */
const MAX_FRAMES = 256
const MAX_BYTES = 2 * 1024 * 1024

/** Numbers the frames of a connection, and knows how much of them is still on the way. */
export class Outbox {
  readonly #peer: Peer
  readonly #onRoom: () => void
  #frame = 0
  #acked = 0
  /** Of the frames behind the last acknowledged one. */
  #sizes: number[] = []
  #bytes = 0
  #hasSent = false

  constructor(peer: Peer, onRoom: () => void) {
    this.#peer = peer
    this.#onRoom = onRoom
  }

  get hasRoom(): boolean {
    return (
      this.#peer.isOpen &&
      this.#sizes.length < MAX_FRAMES &&
      this.#bytes < MAX_BYTES &&
      this.#peer.bufferedBytes < MAX_BYTES
    )
  }

  /** Something was sent since this was last asked. */
  takeSent(): boolean {
    const hasSent = this.#hasSent
    this.#hasSent = false
    return hasSent
  }

  /** The frame's text without its opening brace and number: records are put into it as they are. */
  send(fields: string): void {
    this.#frame += 1
    const text = `{"frame":${this.#frame},${fields}}`
    this.#sizes.push(text.length)
    this.#bytes += text.length
    this.#hasSent = true
    this.#peer.send(text, this.#onRoom)
  }

  /** All up to this frame were read; false for one that was never sent. */
  ack(frame: number): boolean {
    if (frame > this.#frame) return false
    const read = this.#sizes.splice(0, Math.max(0, frame - this.#acked))
    this.#bytes -= read.reduce((sum, size) => sum + size, 0)
    this.#acked = Math.max(this.#acked, frame)
    this.#onRoom()
    return true
  }
}
