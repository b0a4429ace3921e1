import { randomUUID } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs'
import { writePrivateFile } from '../../private-file.ts'

/** So many commands are remembered; whoever sends one again does so within minutes. */
const REMEMBERED = 1000
/** Larger results are remembered only as long as the server lives. */
const MAX_RESULT_CHARACTERS = 64 * 1024

type Line = { commandId: string } & ({ sessionId: string } | { result: unknown })

/**
 * What was answered to which command: sent again, by any door, it gets the same answer and is not done again. On disk, because
 * whoever did not hear the answer asks the server that comes after.
 */
export class Receipts {
  readonly #path: string
  readonly #results = new Map<string, unknown>()
  readonly #sessions = new Map<string, string>()
  readonly #running = new Map<string, Promise<unknown>>()

  constructor(path: string) {
    this.#path = path
    const lines = existsSync(path) ? readLines(path).slice(-REMEMBERED) : []
    for (const line of lines) this.#take(line)
    writePrivateFile(path, lines.map(toText).join(''))
  }

  /** The answer there was, or that of the same command that runs now, or what `run` gives. What failed may be tried again. */
  once(commandId: string | undefined, run: () => Promise<unknown>): Promise<unknown> {
    if (commandId === undefined) return run()
    if (this.#results.has(commandId)) return Promise.resolve(this.#results.get(commandId))
    const running = this.#running.get(commandId)
    if (running !== undefined) return running
    const begun = run()
      .then((result = {}) => {
        this.#keep({ commandId, result })
        return result
      })
      .finally(() => this.#running.delete(commandId))
    this.#running.set(commandId, begun)
    return begun
  }

  /** The id of the session that a command is to start, the same each time: it is on disk before anything runs. */
  toSessionId(commandId: string | undefined): string {
    const known = commandId === undefined ? undefined : this.#sessions.get(commandId)
    const sessionId = known ?? randomUUID()
    if (commandId !== undefined && known === undefined) this.#keep({ commandId, sessionId })
    return sessionId
  }

  #keep(line: Line): void {
    this.#take(line)
    const text = toText(line)
    if (text.length > MAX_RESULT_CHARACTERS) return
    appendFileSync(this.#path, text, { mode: 0o600 })
    chmodSync(this.#path, 0o600)
  }

  #take(line: Line): void {
    if ('sessionId' in line) remember(this.#sessions, line.commandId, line.sessionId)
    else remember(this.#results, line.commandId, line.result)
  }
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value)
  if (map.size > REMEMBERED) map.delete(map.keys().next().value as string)
}

function toText(line: Line): string {
  return `${JSON.stringify(line)}\n`
}

/** A line that a kill has torn was not answered to anybody. */
function readLines(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        const line = JSON.parse(text) as Line
        return typeof line.commandId === 'string' ? [line] : []
      } catch {
        return []
      }
    })
}
