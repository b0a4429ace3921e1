import { toControlError, toControlSuccess } from '@quarterdeck/protocol/pure'
import type { Clock } from '../clock.ts'
import type { HostMessage, HostRequest } from '../host-message.ts'
import type { PlayerOptions } from '../options.ts'
import type { Lines, Sink } from '../output.ts'
import type { Listener } from '../read-host.ts'
import { Divergence } from './divergence.ts'
import { HostInbox } from './host-inbox.ts'
import { IdMap } from './id-map.ts'
import { learnStart } from './learn-start.ts'
import type { RecordedRun } from './parse-recording.ts'
import { parseRecorded, type RecordedMessage, toPurpose } from './recorded-message.ts'
import { findResponse, isExpected, isLeftOpen } from './recorded-run.ts'

interface Dependencies {
  output: Lines
  stderr: Sink
  clock: Clock
  cwd: string
  options: PlayerOptions
}

/** Plays one process of a recording for another host, which may answer otherwise than the recorded one did. */
export class RecordingPlayer implements Listener {
  readonly #run: RecordedRun
  readonly #output: Lines
  readonly #stderr: Sink
  readonly #clock: Clock
  readonly #map = new IdMap()
  readonly #inbox = new HostInbox()
  readonly #divergence: Divergence
  /** Requests of the recorded host that this one does not make: their answers are not played. */
  readonly #unasked = new Set<string>()
  readonly #answers = new Map<string, object>()
  readonly #prompts = new Map<string, unknown>()
  #interrupt: HostRequest | undefined
  #at = 0

  constructor(run: RecordedRun, { output, stderr, clock, cwd, options }: Dependencies) {
    this.#run = run
    this.#output = output
    this.#stderr = stderr
    this.#clock = clock
    const sessionId = learnStart(this.#map, run, options, cwd)
    this.#divergence = new Divergence(sessionId, (message) => this.#write(message))
  }

  receive(message: HostMessage): void {
    if (message.type !== 'control_request' || isExpected(this.#run, this.#at, message)) this.#inbox.push(message)
    else if (message.request.subtype === 'interrupt' && this.#divergence.isInTurn) {
      this.#interrupt = message
      this.#inbox.wake()
    } else this.#answerUnexpected(message)
  }

  end(): void {
    this.#inbox.end()
  }

  /** Plays to the end, and gives the code to exit with, or the signal to die of. */
  async play(): Promise<number | NodeJS.Signals> {
    const { entries } = this.#run
    let playedAt = entries[0]?.t ?? 0
    for (this.#at = 0; this.#at < entries.length; this.#at++) {
      const entry = entries[this.#at]
      if (entry === undefined) break
      if (entry.dir === 'exit') return this.#exit(entry)
      if (entry.dir === 'in') await this.#waitFor(parseRecorded(entry.line))
      else {
        await this.#clock.wait(Math.max(0, entry.t - playedAt))
        if (this.#interrupt !== undefined) this.#playInterrupt(this.#interrupt)
        else if (entry.dir === 'err') await this.#stderr(`${entry.line}\n`)
        else await this.#playOut(entry.line)
      }
      playedAt = entries[this.#at]?.t ?? playedAt
    }
    return this.#exit({ code: 0, signal: null })
  }

  /** The CLI ends by itself only when nobody spoke to it; else its end was that of stdin. */
  async #exit(exit: { code: number | null; signal: string | null }): Promise<number | NodeJS.Signals> {
    const isSpokenTo = this.#run.entries.some(({ dir }) => dir === 'in')
    while (isSpokenTo && exit.signal === null && !this.#inbox.isOver) {
      const prompt = this.#inbox.take('user')
      if (prompt !== undefined) this.#divergence.playNothingMore()
      else await this.#inbox.changed()
    }
    return exit.signal === null ? (exit.code ?? 0) : (exit.signal as NodeJS.Signals)
  }

  async #waitFor(recorded: RecordedMessage | null): Promise<void> {
    const purpose = recorded === null ? 'nothing' : toPurpose(recorded)
    for (;;) {
      const message = this.#inbox.take(purpose)
      if (message !== undefined && recorded !== null) return this.#learn(recorded, message)
      if (this.#interrupt !== undefined) return this.#playInterrupt(this.#interrupt)
      if (this.#inbox.isOver) return this.#skipTo('exit')
      if (recorded?.type === 'control_request' && this.#inbox.has(({ type }) => type === 'user')) {
        this.#unasked.add(recorded.request_id ?? '')
        return
      }
      await this.#inbox.changed()
    }
  }

  /** The recorded host went away over this prompt: what follows is what came of that. */
  async #waitForEnd({ request_id }: RecordedMessage): Promise<void> {
    while (!this.#inbox.isOver) {
      if (this.#interrupt !== undefined) return this.#playInterrupt(this.#interrupt)
      const answer = this.#inbox.take(`answer ${request_id}`)
      if (answer?.type === 'control_response') return this.#learn({}, answer)
      await this.#inbox.changed()
    }
  }

  #learn(recorded: RecordedMessage, message: HostMessage): void {
    if (message.type === 'user') {
      this.#prompts.set(recorded.uuid ?? '', message.message.content)
      if (recorded.uuid !== undefined && message.uuid !== undefined)
        this.#map.replaceInside(recorded.uuid, message.uuid)
    } else if (message.type === 'control_request') {
      this.#map.replaceWhole(recorded.request_id ?? '', message.request_id)
    } else if (message.type === 'control_response') {
      this.#answers.set(message.response.request_id, message)
      if (this.#divergence.playAnswer(recorded, message)) this.#skipTo('result')
    }
  }

  async #playOut(line: string): Promise<void> {
    const recorded = parseRecorded(line)
    if (recorded === null) return this.#output.write(line)
    const responseTo = recorded.type === 'control_response' ? recorded.response?.request_id : undefined
    if (responseTo !== undefined && this.#unasked.has(responseTo)) return
    const echo = responseTo === undefined ? undefined : this.#answers.get(responseTo)
    if (echo !== undefined) return this.#write(echo)
    const message = this.#map.apply(recorded)
    const words = recorded.isReplay ? this.#prompts.get(recorded.uuid ?? '') : undefined
    if (words !== undefined) message.message = { ...message.message, content: words }
    this.#divergence.see(message)
    this.#write(message)
    if (isLeftOpen(this.#run, recorded)) await this.#waitForEnd(recorded)
  }

  #playInterrupt(request: HostRequest): void {
    this.#interrupt = undefined
    this.#divergence.playInterrupt(request.request_id)
    this.#skipTo('result')
  }

  /** Goes on behind the end of this turn, or before the end of the process. What is left of the result is its shape. */
  #skipTo(where: 'result' | 'exit'): void {
    const { entries } = this.#run
    while (this.#at + 1 < entries.length && entries[this.#at + 1]?.dir !== 'exit') {
      this.#at++
      const entry = entries[this.#at]
      const message = where === 'result' && entry?.dir === 'out' ? parseRecorded(entry.line) : null
      if (message?.type !== 'result') continue
      this.#divergence.close(this.#map.apply(message))
      return
    }
    if (where === 'result') this.#divergence.close(undefined)
  }

  #answerUnexpected({ request_id, request }: HostRequest): void {
    const response = findResponse(this.#run, request.subtype)
    if (response !== undefined) this.#write(toControlSuccess(request_id, this.#map.apply(response)))
    else if (request.subtype === 'interrupt') this.#write(toControlSuccess(request_id, { still_queued: [] }))
    else {
      const error = toControlError(request_id, `Unsupported control request subtype: ${request.subtype}`)
      this.#write({ ...error, response: { ...error.response, error_code: 'unsupported_request' } })
    }
  }

  #write(message: object): void {
    this.#output.write(JSON.stringify(message))
  }
}
