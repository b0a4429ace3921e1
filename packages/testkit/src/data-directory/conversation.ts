import type { Chance } from './chance.ts'
import type { Ids } from './ids.ts'
import { type Place, toEnvelope } from './lines/envelope.ts'
import type { Line, LineFacts } from './oracle/line-facts.ts'
import type { NeedleHit } from './oracle/needles.ts'
import type { SessionRecord } from './oracle/session-record.ts'
import type { SessionClock } from './session-clock.ts'
import type { TextPool } from './text/text-pool.ts'
import type { TranscriptFile } from './transcript-file.ts'

/** A line as it was written, to be repeated by a copy of the session. */
export interface Taped {
  line: Line
  facts: LineFacts
}

interface Parts {
  place: Place
  chance: Chance
  ids: Ids
  clock: SessionClock
  text: TextPool
  file: TranscriptFile
  /** Relative to the data directory. */
  fileName: string
  record: SessionRecord
  tape: Taped[] | null
}

export interface BranchLine {
  /** Where something before the line names it already. */
  uuid?: string
  /** Everything between the fields that all lines share, in the CLI's order. */
  body: (uuid: string, timestamp: string) => Line
  facts: LineFacts
  promptId?: string
  logicalParentUuid?: string
  /** A line that hangs elsewhere than on the last one. */
  parentUuid?: string | null
  /** What comes next does not hang on it. */
  isAside?: boolean
}

const OTHER: LineFacts = { kind: 'other' }

/** One thread of lines in one file: a session, or a subagent of one. */
export class Conversation {
  readonly place: Place
  readonly chance: Chance
  readonly ids: Ids
  readonly clock: SessionClock
  readonly text: TextPool
  readonly file: TranscriptFile
  readonly fileName: string
  readonly record: SessionRecord
  readonly tape: Taped[] | null
  parentUuid: string | null = null
  /** What the model has read so far, for believable cache counts. */
  contextTokens = 9000
  /** The id that newer CLIs give to a prompt and all that follows from it. */
  promptId: string

  constructor(parts: Parts) {
    this.place = parts.place
    this.chance = parts.chance
    this.ids = parts.ids
    this.clock = parts.clock
    this.text = parts.text
    this.file = parts.file
    this.fileName = parts.fileName
    this.record = parts.record
    this.tape = parts.tape
    this.promptId = parts.ids.uuid()
  }

  get isMain(): boolean {
    return this.place.agentId === undefined
  }

  /** Adds a line to the thread and returns its uuid. */
  add({ body, facts, promptId, logicalParentUuid, parentUuid, isAside, ...known }: BranchLine): string {
    const uuid = known.uuid ?? this.ids.uuid()
    const parent = parentUuid === undefined ? this.parentUuid : parentUuid
    const line = toEnvelope(
      this.place,
      { parentUuid: parent, ...(logicalParentUuid && { logicalParentUuid }), ...(promptId && { promptId }) },
      body(uuid, this.clock.stamp()),
    )
    this.#write(line, facts)
    this.touch()
    if (!isAside) this.parentUuid = uuid
    return uuid
  }

  /** Adds a line that is no part of the thread. */
  addFact(line: Line): void {
    this.#write(line, OTHER)
  }

  /** Repeats a line of another session. */
  addCopy({ line, facts }: Taped): void {
    this.file.write(JSON.stringify(line))
    this.record.note(facts, { isMain: true, isCopy: true })
  }

  /** The session lasts at least until now. */
  touch(): void {
    if (!this.isMain) return
    const { session } = this.record
    session.createdMs = Math.min(session.createdMs, this.clock.nowMs)
    session.modifiedMs = Math.max(session.modifiedMs, this.clock.nowMs)
  }

  toHit(uuid: string): NeedleHit {
    return { sessionId: this.place.sessionId, file: this.fileName, uuid }
  }

  #write(line: Line, facts: LineFacts): void {
    this.file.write(JSON.stringify(line))
    this.record.note(facts, { isMain: this.isMain, isCopy: false })
    this.tape?.push({ line, facts })
  }
}
