import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Caller } from '../gate/caller.ts'
import type { CLOSE } from './close-reasons.ts'

/** The other end of a socket. */
export class Peer {
  readonly caller: Caller
  readonly #client: WebSocket
  readonly #socket: Duplex
  #isHeard = true
  #hasMoved = false

  /** `socket` is the connection below the client. */
  constructor(client: WebSocket, socket: Duplex, caller: Caller) {
    this.#client = client
    this.#socket = socket
    this.caller = caller
    client.on('pong', () => this.#hear())
    client.on('message', () => this.#hear())
    // What is wrong with it, its close tells.
    client.on('error', () => undefined)
  }

  get isOpen(): boolean {
    return this.#client.readyState === this.#client.OPEN
  }

  /** What was given to it and the system has not taken yet. */
  get bufferedBytes(): number {
    return this.#client.bufferedAmount
  }

  /** `onSent` tells when the system has taken it. */
  send(text: string | Buffer, onSent?: () => void): void {
    if (!this.isOpen) return
    this.#client.send(text, { binary: false }, () => {
      this.#hasMoved = true
      onSent?.()
    })
  }

  /** What is sent meanwhile goes to the system in one go: each go costs as much as all the rest of a frame. */
  inOneGo(act: () => void): void {
    this.#socket.cork()
    try {
      act()
    } finally {
      this.#socket.uncork()
    }
  }

  /** Text frames only: nothing else is spoken here. */
  onText(listener: (text: string) => void): void {
    this.#client.on('message', (data, isBinary) => {
      if (isBinary) this.#client.close(1003, 'Only text is spoken here.')
      else listener(String(data))
    })
  }

  onClose(listener: () => void): void {
    this.#client.on('close', listener)
  }

  /** What it says waits in the system, so that nobody fills our memory with wishes. */
  setListening(isListening: boolean): void {
    if (isListening) this.#client.resume()
    else this.#client.pause()
  }

  close({ code, reason }: (typeof CLOSE)[keyof typeof CLOSE]): void {
    this.#client.close(code, reason)
  }

  cut(): void {
    this.#client.terminate()
  }

  /**
   * Asks for a sign of life; false when there was none since the last time. One that reads slowly gets to the question late, and
   * that it reads is sign enough.
   */
  probe(): boolean {
    if (!this.#isHeard && !this.#hasMoved) return false
    this.#isHeard = false
    this.#hasMoved = false
    if (this.isOpen) this.#client.ping()
    return true
  }

  #hear(): void {
    this.#isHeard = true
  }
}
