import type { ControlResponse } from '@quarterdeck/protocol'
import { toControlSuccess } from '@quarterdeck/protocol/pure'
import { toPermissionResult } from '../host-message.ts'
import {
  type Asked,
  toAssistantText,
  toInterruptedNote,
  toRejectedTool,
  toResult,
  toToolResult,
} from './generic-turn.ts'
import type { RecordedMessage } from './recorded-message.ts'

const DENIED = 'Understood. I will not do that.'
const ALLOWED = 'Done.'
const OVER = 'The recording has ended.'

type End = Parameters<typeof toResult>[2]

/** Where the host decides otherwise than the recorded one, the turn goes on by itself: this plays the rest of it. */
export class Divergence {
  readonly #sessionId: string
  readonly #write: (message: object) => void
  readonly #asked = new Map<string, Asked>()
  #model = 'claude-recorded'
  #lastResult: RecordedMessage | undefined
  #end: End | undefined
  #isInTurn = false

  constructor(sessionId: string, write: (message: object) => void) {
    this.#sessionId = sessionId
    this.#write = write
  }

  get isInTurn(): boolean {
    return this.#isInTurn
  }

  /** Keeps in mind what an interrupt or a refusal will have to do with. */
  see(message: RecordedMessage): void {
    const { type, subtype, request, request_id: requestId } = message
    if (type === 'system' && subtype === 'init') this.#isInTurn = true
    if (type === 'assistant') this.#model = message.message?.model ?? this.#model
    if (type === 'result') {
      this.#isInTurn = false
      this.#lastResult = message
    }
    if (type === 'control_cancel_request') this.#asked.delete(requestId ?? '')
    if (type !== 'control_request' || request?.subtype !== 'can_use_tool' || requestId === undefined) return
    const { tool_name: toolName = '', tool_use_id: toolUseId = '', input = {} } = request
    this.#asked.set(requestId, { requestId, toolName, toolUseId, input })
  }

  /** True when the answer is another than the recorded one, so that the rest of the recorded turn does not follow from it. */
  playAnswer(recorded: RecordedMessage, answer: ControlResponse): boolean {
    const asked = this.#asked.get(answer.response.request_id)
    this.#asked.delete(answer.response.request_id)
    const result = toPermissionResult(answer)
    if (asked === undefined || recorded.response?.response?.behavior === result.behavior) return false
    this.#write(answer)
    if (result.behavior === 'allow') {
      this.#write(toToolResult(this.#sessionId, asked, { content: '', isError: false }))
      this.#endWithText(ALLOWED)
    } else if (result.interrupt) {
      this.#write(toRejectedTool(this.#sessionId, asked))
      this.#endInterrupted(asked)
    } else {
      this.#write(toToolResult(this.#sessionId, asked, { content: result.message, isError: true }))
      this.#endWithText(DENIED, asked)
    }
    return true
  }

  playInterrupt(requestId: string): void {
    const open = [...this.#asked.values()]
    this.#asked.clear()
    for (const asked of open) this.#write({ type: 'control_cancel_request', request_id: asked.requestId })
    this.#write(toControlSuccess(requestId, { still_queued: [] }))
    for (const asked of open) this.#write(toRejectedTool(this.#sessionId, asked))
    this.#endInterrupted(open[0])
  }

  /** A prompt after the end of the recording. */
  playNothingMore(): void {
    this.#endWithText(OVER)
    this.close(this.#lastResult)
  }

  /** Writes the result in the shape of the recorded one. */
  close(template: RecordedMessage | undefined): void {
    if (this.#end !== undefined) this.#write(toResult(this.#sessionId, template, this.#end))
    this.#end = undefined
    this.#isInTurn = false
  }

  #endWithText(text: string, denied?: Asked): void {
    this.#write(toAssistantText(this.#sessionId, this.#model, text))
    this.#end = { text, denied }
  }

  #endInterrupted(denied: Asked | undefined): void {
    this.#write(toInterruptedNote(this.#sessionId, denied !== undefined))
    this.#end = { interrupted: true, denied }
  }
}
