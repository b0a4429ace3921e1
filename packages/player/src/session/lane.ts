import type { TranscriptFile } from '../transcript/transcript-file.ts'
import type { Wire } from './wire.ts'

export type Block = { type: string } & Record<string, unknown>

/** What the messages of a subagent carry besides. */
export interface LaneFields {
  parent_tool_use_id: string | null
  agent_id?: string
  subagent_type?: string
  task_description?: string
}

/** The conversation of the session, or of one of its subagents: said on the wire and kept on disk. */
export class Lane {
  readonly #wire: Wire
  readonly #transcript: TranscriptFile | undefined
  readonly #fields: LaneFields
  readonly #now: () => Date

  constructor(wire: Wire, transcript: TranscriptFile | undefined, now: () => Date, fields?: LaneFields) {
    this.#wire = wire
    this.#transcript = transcript
    this.#now = now
    this.#fields = fields ?? { parent_tool_use_id: null }
  }

  get isMain(): boolean {
    return this.#fields.parent_tool_use_id === null
  }

  get agentId(): string | undefined {
    return this.#fields.agent_id
  }

  get parentToolUseId(): string | null {
    return this.#fields.parent_tool_use_id
  }

  /** `final` is what the message will be once it is whole, which only the disk gets to see. */
  sendAssistant(message: object, final: object = {}, extra: object = {}): string {
    const uuid = this.#send({ type: 'assistant', message, ...extra })
    this.#transcript?.append(uuid, { type: 'assistant', message: { ...message, ...final } })
    return uuid
  }

  sendUser(content: string | Block[], extra: { result?: unknown; meta?: object[]; disk?: object } = {}): string {
    const message = { role: 'user', content }
    const { result, meta, disk } = extra
    const uuid = this.#send({
      type: 'user',
      message,
      ...(result === undefined ? {} : { tool_use_result: result }),
      ...(meta === undefined ? {} : { tool_result_meta: meta }),
    })
    const onDisk = result === undefined ? {} : { toolUseResult: result }
    this.#transcript?.append(uuid, { type: 'user', message, ...onDisk, ...disk })
    return uuid
  }

  /** What is kept and never said: a prompt, which the host has said itself, or a note of the CLI to the model. */
  keep(uuid: string, line: object): void {
    this.#transcript?.append(uuid, line)
  }

  keepFact(line: object): void {
    this.#transcript?.appendFact(line)
  }

  #send(message: object): string {
    return this.#wire.send({ ...message, ...this.#fields, timestamp: this.#now().toISOString() })
  }
}
