import { mkdirSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import type { Engine } from '../engine/engine.ts'
import { LineFramer, toText } from '../lines/line-framer.ts'
import type { GivenCommand } from '../session-link.ts'
import { chooseVersion, type FromKeeper, parseHostWord, WIRE_VERSIONS } from './wire.ts'

const READ_BYTES = 256 * 1024
/** A host that reads slower than this waits for the log, and holds nothing of it in our memory. */
const MAX_BUFFERED_BYTES = 1024 * 1024
const MAX_COMMAND_BYTES = 32 * 1024 * 1024
/** Receipts cannot wait in the log: one who gives commands and hears no answer is let go. */
const MAX_UNHEARD_BYTES = 64 * 1024 * 1024

/** Lets hosts follow and command a session over a socket. Each is a cursor over the log. */
export class KeeperServer {
  readonly #engine: Engine
  readonly #onWatch: (watching: number) => void
  readonly #guests = new Set<Guest>()
  #server: Server | null = null
  #isClosed = false

  constructor(engine: Engine, onWatch: (watching: number) => void) {
    this.#engine = engine
    this.#onWatch = onWatch
    engine.subscribe((event) => {
      for (const guest of this.#guests) {
        if (event.kind === 'record') guest.pump(event)
        else if (event.kind === 'problem') guest.say({ type: 'problem', message: event.message })
      }
    })
  }

  /** A host is attached. */
  get hasGuests(): boolean {
    return this.#guests.size > 0
  }

  /** How many hosts have somebody who looks. */
  get watching(): number {
    return [...this.#guests].filter((guest) => guest.isWatched).length
  }

  /** Again, when the address is gone from under us: the guests that are here stay. */
  async listen(path: string): Promise<void> {
    if (this.#isClosed) return
    this.#server?.close()
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // Left by a keeper that was killed: we have the claim to its folder.
    rmSync(path, { force: true })
    const server = createServer((socket) => this.#welcome(socket))
    this.#server = server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
    // One who could not be let in, for want of descriptors, knocks again.
    server.on('error', () => undefined)
  }

  #welcome(socket: Socket): void {
    const guest = new Guest(socket, this.#engine, () => this.#onWatch(this.watching))
    this.#guests.add(guest)
    this.#onWatch(this.watching)
    socket.on('close', () => {
      this.#guests.delete(guest)
      this.#onWatch(this.watching)
    })
  }

  /** Tells all that is to be told, then hangs up. */
  async close(withinMs: number): Promise<void> {
    this.#isClosed = true
    this.#server?.close()
    await Promise.all([...this.#guests].map((guest) => guest.end(withinMs)))
  }
}

class Guest {
  readonly #socket: Socket
  readonly #engine: Engine
  #cursor: number | null = null
  #isCaughtUp = false
  #mayTalk = false
  readonly #onWatch: () => void
  isWatched = true

  constructor(socket: Socket, engine: Engine, onWatch: () => void) {
    this.#socket = socket
    this.#engine = engine
    this.#onWatch = onWatch
    const framer = new LineFramer((frame) => {
      if (frame.kind === 'line') this.#hear(toText(frame.bytes))
      else if (frame.kind === 'oversize') socket.destroy()
    }, MAX_COMMAND_BYTES)
    socket.on('data', (chunk) => framer.push(chunk as Buffer))
    socket.on('drain', () => this.pump())
    // A host that is gone is no fault of ours; `close` follows.
    socket.on('error', () => socket.destroy())
  }

  say(message: FromKeeper): void {
    if (this.#socket.writableLength > MAX_UNHEARD_BYTES) this.#socket.destroy()
    else if (this.#socket.writable) this.#socket.write(`${JSON.stringify(message)}\n`)
  }

  /** Tells what is next, as far as the host keeps up. The record that has just come needs not be read from the log again. */
  pump(live?: { record: { seq: number }; line: string; bytes?: Buffer | undefined }): void {
    if (this.#cursor === null || !this.#socket.writable) return
    if (live !== undefined && this.#isCaughtUp && this.#hasRoom()) {
      this.#cursor = live.record.seq
      this.#socket.write(live.bytes ?? `${live.line}\n`)
      return
    }
    this.#isCaughtUp = false
    while (this.#hasRoom()) {
      const lines = this.#engine.log.readAfter(this.#cursor, READ_BYTES)
      if (lines.length === 0) {
        this.#isCaughtUp = true
        this.say({ type: 'caught_up', seq: this.#cursor })
        return
      }
      this.#socket.write(`${lines.join('\n')}\n`)
      this.#cursor = toSeq(lines.at(-1) as string)
    }
  }

  async end(withinMs: number): Promise<void> {
    if (this.#socket.destroyed) return
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()))
    const timer = setTimeout(() => this.#socket.destroy(), withinMs)
    this.pump()
    while (this.#cursor !== null && !this.#isCaughtUp && !this.#socket.destroyed) {
      await Promise.race([closed, new Promise((resolve) => this.#socket.once('drain', resolve))])
    }
    this.say({ type: 'ended' })
    this.#socket.end()
    await closed
    clearTimeout(timer)
  }

  #hasRoom(): boolean {
    return this.#socket.writableLength < MAX_BUFFERED_BYTES
  }

  #hear(text: string): void {
    const message = parseHostWord(text)
    if (message === null) this.#socket.destroy()
    else if (message.type === 'hello') this.#greet(message.versions)
    else if (!this.#mayTalk) this.#socket.destroy()
    else if (message.type === 'follow') this.#follow(message.after)
    else if (message.type === 'watch') {
      this.isWatched = message.isWatched
      this.#onWatch()
    } else if (message.type === 'command') void this.#do(message)
  }

  #greet(versions: readonly unknown[]): void {
    const version = chooseVersion(WIRE_VERSIONS, versions)
    if (version === null) {
      this.say({ type: 'refused', versions: WIRE_VERSIONS })
      this.#socket.end()
      return
    }
    this.#mayTalk = true
    const { epoch, facts, pid } = this.#engine
    const sessionIds = [...facts.sessionIds]
    this.say({ type: 'hello', version, epoch, sessionIds, ...(pid === undefined ? {} : { cliPid: pid }) })
  }

  #follow(after: number): void {
    const { droppedThrough } = this.#engine.log
    if (after < droppedThrough) this.say({ type: 'gap', after, firstSeq: droppedThrough + 1 })
    this.#cursor = Math.max(after, 0)
    this.pump()
  }

  async #do({ commandId, by, command }: GivenCommand): Promise<void> {
    const given = { commandId, command, ...(by === undefined ? {} : { by: String(by) }) }
    this.say({ type: 'receipt', ...(await this.#engine.command(given)) })
  }
}

function toSeq(line: string): number {
  return Number(/^\{"seq":(\d+)/.exec(line)?.[1] ?? 0)
}
