import { createConnection, type Socket } from 'node:net'
import type { LogRecord } from '@quarterdeck/protocol/pure'
import { DriverError, type DriverErrorCode } from '../driver-error.ts'
import { isObject } from '../is-object.ts'
import { LineFramer, toText } from '../lines/line-framer.ts'
import { readInPlace } from '../lines/read-in-place.ts'
import type { GivenCommand, LinkEvent, Receipt, SessionLink } from '../session-link.ts'
import { type FromKeeper, type ToKeeper, WIRE_VERSIONS } from './wire.ts'

const CONNECT_MS = 5000
/** A line of the CLI may be 32 MiB, and stands in a record. */
const MAX_LINE_BYTES = 40 * 1024 * 1024

type Hello = Extract<FromKeeper, { type: 'hello' }>

/** The host's end of a keeper's socket. */
export class KeeperLink implements SessionLink {
  readonly closed: Promise<'ended' | 'broken'>
  readonly #socket: Socket
  readonly #hello: Hello
  readonly #waiting = new Map<string, ((receipt: Receipt) => void)[]>()
  #listener: ((event: LinkEvent) => void) | null = null
  #hasEnded = false

  private constructor(socket: Socket, hello: Hello) {
    this.#socket = socket
    this.#hello = hello
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#giveUp()
        resolve(this.#hasEnded ? 'ended' : 'broken')
      })
    })
  }

  static async connect(path: string): Promise<KeeperLink> {
    let hear: (text: string) => void = () => undefined
    const framer = new LineFramer((frame) => {
      if (frame.kind === 'line') hear(toText(frame.bytes))
      else if (frame.kind === 'oversize') socket.destroy()
    }, MAX_LINE_BYTES)
    const socket = createConnection({ path, onread: readInPlace((bytes) => framer.push(bytes)) })
    const hello = await greet(socket, (listener) => {
      hear = listener
    })
    const link = new KeeperLink(socket, hello)
    hear = (text) => link.#hear(text)
    return link
  }

  get epoch(): string {
    return this.#hello.epoch
  }

  /** All ids the session went by when the link was made, the newest last. */
  get sessionIds(): readonly string[] {
    return this.#hello.sessionIds
  }

  /** One listener at a time: a link is one cursor. */
  follow(after: number, listener: (event: LinkEvent) => void): () => void {
    this.#listener = listener
    this.#say({ type: 'follow', after })
    return () => {
      this.#listener = null
    }
  }

  command(given: GivenCommand): Promise<Receipt> {
    const { commandId } = given
    if (!this.#socket.writable) return Promise.resolve(broken(commandId))
    return new Promise((resolve) => {
      this.#waiting.set(commandId, [...(this.#waiting.get(commandId) ?? []), resolve])
      this.#say({ type: 'command', ...given })
    })
  }

  watch(isWatched: boolean): void {
    this.#say({ type: 'watch', isWatched })
  }

  close(): void {
    this.#socket.end()
  }

  #say(message: ToKeeper): void {
    if (!this.#socket.writable) return
    this.#socket.write(`${JSON.stringify(message)}\n`)
  }

  #hear(text: string): void {
    const said = parseWord(text)
    // A record that was damaged on the disk: the others are as good as ever.
    if (said === null) return
    switch (said.type) {
      case undefined:
        this.#listener?.({ kind: 'record', record: said, line: text })
        break
      case 'gap':
        this.#listener?.({ kind: 'gap', after: said.after, firstSeq: said.firstSeq })
        break
      case 'caught_up':
        this.#listener?.({ kind: 'caught_up', seq: said.seq })
        break
      case 'problem':
        this.#listener?.({ kind: 'problem', message: said.message })
        break
      case 'receipt': {
        const { type: _, ...receipt } = said
        const [first, ...others] = this.#waiting.get(receipt.commandId) ?? []
        this.#waiting.set(receipt.commandId, others)
        if (others.length === 0) this.#waiting.delete(receipt.commandId)
        first?.(receipt)
        break
      }
      case 'ended':
        this.#hasEnded = true
        break
      default:
        // A newer keeper may have more to say.
        break
    }
  }

  /** Whether they were done is not known: they are to be sent again, with the same id. */
  #giveUp(): void {
    for (const [commandId, waiting] of this.#waiting) {
      for (const resolve of waiting) resolve(broken(commandId))
    }
    this.#waiting.clear()
  }
}

function parseWord(text: string): FromKeeper | (LogRecord & { type?: undefined }) | null {
  try {
    const said = JSON.parse(text)
    return isObject(said) ? (said as FromKeeper) : null
  } catch {
    return null
  }
}

function broken(commandId: string): Receipt {
  const message = 'The link to the session is broken. Attach to it again, and send this once more.'
  return { commandId, ok: false, code: 'link_broken', message }
}

function greet(socket: Socket, listen: (hear: (text: string) => void) => void): Promise<Hello> {
  return new Promise((resolve, reject) => {
    const fail = (what: string, cause?: Error, code: DriverErrorCode = 'keeper_lost') => {
      clearTimeout(timer)
      socket.destroy()
      reject(new DriverError(code, `The keeper of the session ${what}.`, cause && { cause }))
    }
    const timer = setTimeout(() => fail(`did not answer in ${CONNECT_MS} ms`), CONNECT_MS)
    socket.on('error', (error) => fail(`cannot be reached: ${error.message}`, error))
    socket.on('close', () => fail('hung up'))
    listen((text) => {
      const said = parseWord(text)
      if (said?.type === 'hello') {
        clearTimeout(timer)
        socket.removeAllListeners('close')
        resolve(said)
      } else if (said?.type === 'refused')
        fail(
          `speaks version ${said.versions.join(', ')}, and we ${WIRE_VERSIONS.join(', ')}: end the session, and it goes on with the next message`,
          undefined,
          'keeper_version',
        )
    })
    socket.on('connect', () =>
      socket.write(`${JSON.stringify({ type: 'hello', versions: WIRE_VERSIONS } satisfies ToKeeper)}\n`),
    )
  })
}
