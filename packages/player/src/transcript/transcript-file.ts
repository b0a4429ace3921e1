import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

export interface TranscriptFields {
  sessionId: string
  cwd: string
  version: string
  /** Of a subagent. */
  agentId?: string
}

/** Writes a session to disk as the CLI does: one JSON object a line, each message hanging on the one before. */
export class TranscriptFile {
  readonly #path: string
  readonly #fields: TranscriptFields
  readonly #now: () => Date
  #parentUuid: string | null

  /** `parentUuid` is the last message that is already there. */
  constructor(path: string, fields: TranscriptFields, now: () => Date, parentUuid: string | null = null) {
    this.#path = path
    this.#fields = fields
    this.#now = now
    this.#parentUuid = parentUuid
  }

  get lastUuid(): string | null {
    return this.#parentUuid
  }

  /** A message of the conversation. */
  append(uuid: string, line: object): void {
    const { agentId, ...fields } = this.#fields
    this.#write({
      parentUuid: this.#parentUuid,
      isSidechain: agentId !== undefined,
      ...(agentId === undefined ? {} : { agentId }),
      ...line,
      uuid,
      timestamp: this.#now().toISOString(),
      userType: 'external',
      entrypoint: 'sdk-cli',
      ...fields,
      gitBranch: 'main',
    })
    this.#parentUuid = uuid
  }

  /** A fact about the session, which hangs on nothing. */
  appendFact(line: object): void {
    this.#write({ ...line, sessionId: this.#fields.sessionId })
  }

  #write(line: object): void {
    mkdirSync(dirname(this.#path), { recursive: true })
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`)
  }
}
