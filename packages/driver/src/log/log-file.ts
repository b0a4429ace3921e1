import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DriverError } from '../driver-error.ts'
import { toTime } from './clock.ts'
import { DeltaTracker } from './delta-tracker.ts'
import { findAfter } from './log-mirror.ts'
import { type LogHeader, type Place, readBytes, scanLog } from './read-log.ts'
import { type LogEntry, parseRecordLine, toRecordLine } from './record-line.ts'
import type { AppendedRecord, SessionLog } from './session-log.ts'

/** A number is never used twice, not even for a record that was delivered and then lost with the machine. */
const JUMP = 1000
/** So many records at most are lost with the machine, fewer than we jump; and from half of that on the disk is asked to write them. */
const MOST_UNSYNCED = JUMP - 200
const UNSYNCED = MOST_UNSYNCED / 2
const MANY_DEAD = 500
const COPY_BYTES = 1024 * 1024

export interface LogFileOptions {
  /** Over this size the oldest records go; they stand in the CLI's own transcript. */
  maxBytes?: number
  /** Records of no more use are removed when they are so many bytes, and half of the file. */
  wasteBytes?: number
}

type WrittenRecord = AppendedRecord & { bytes: Buffer }

/** The log as a file, append-only but for the removal of what is of no more use. One process writes it. */
export class LogFile implements SessionLog {
  readonly #path: string
  readonly #maxBytes: number
  readonly #wasteBytes: number
  readonly #tracker = new DeltaTracker()
  #places: Place[]
  #seqs: number[]
  readonly #dead = new Set<number>()
  #held: ReadonlySet<number> = new Set()
  #header: LogHeader
  #descriptor: number
  #size: number
  #deadBytes = 0
  #nextSeq: number
  /** The newest record that is on the disk for certain. */
  #syncedSeq: number
  #isSyncing = false

  constructor(path: string, { maxBytes = 64 * 1024 * 1024, wasteBytes = 4 * 1024 * 1024 }: LogFileOptions = {}) {
    this.#path = path
    this.#maxBytes = maxBytes
    this.#wasteBytes = wasteBytes
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const scanned = existsSync(path) ? scanLog(path) : null
    if (scanned === null && existsSync(path)) renameSync(path, `${path}.unreadable-${Date.now()}`)
    this.#descriptor = openSync(path, 'a+', 0o600)
    this.#header = scanned?.header ?? { log: 1, epoch: randomUUID(), droppedThrough: 0 }
    this.#places = scanned?.places ?? []
    this.#seqs = this.#places.map(({ seq }) => seq)
    this.#size = scanned?.size ?? 0
    if (scanned === null) this.#write(Buffer.from(`${JSON.stringify(this.#header)}\n`))
    else ftruncateSync(this.#descriptor, scanned.size)
    for (const place of this.#places) this.#track(place)
    const last = this.#places.at(-1)
    const isClean =
      scanned === null || last?.head.includes('"from":"keeper","message":{"type":"keeper","subtype":"exited"')
    for (const place of this.#places) place.head = ''
    this.#nextSeq = (last?.seq ?? this.#header.droppedThrough) + (isClean ? 1 : JUMP)
    this.#syncedSeq = this.#nextSeq - 1
  }

  get epoch(): string {
    return this.#header.epoch
  }

  get lastSeq(): number {
    return this.#places.at(-1)?.seq ?? this.#header.droppedThrough
  }

  get droppedThrough(): number {
    return this.#header.droppedThrough
  }

  append(entries: readonly LogEntry[], { sync = false }: { sync?: boolean } = {}): AppendedRecord[] {
    const at = toTime(Date.now())
    let seq = this.#nextSeq
    const records: WrittenRecord[] = []
    for (const entry of entries) {
      const line = toRecordLine(entry, seq, at)
      records.push({ seq, at, line, bytes: Buffer.from(`${line}\n`) })
      seq += 1
    }
    let offset = this.#size
    this.#write(records.length === 1 ? (records[0] as WrittenRecord).bytes : join(records))
    const unsynced = seq - 1 - this.#syncedSeq
    const mustSync = sync || unsynced > MOST_UNSYNCED
    if (mustSync) this.#syncOrUndo(offset)
    this.#nextSeq = seq
    if (mustSync) this.#syncedSeq = seq - 1
    else if (unsynced > UNSYNCED) this.#syncAside()
    for (let index = 0; index < records.length; index += 1) {
      const record = records[index] as WrittenRecord
      this.#places.push({ seq: record.seq, offset, bytes: record.bytes.length, head: '' })
      this.#seqs.push(record.seq)
      offset += record.bytes.length
      const gone = this.#tracker.take(record.seq, (entries[index] as LogEntry).message)
      if (gone.length > 0) this.#bury(gone)
    }
    return records
  }

  readAfter(seq: number, maxBytes: number): string[] {
    const lines: string[] = []
    let bytes = 0
    for (let index = this.#indexAfter(seq); index < this.#places.length && bytes < maxBytes; index += 1) {
      const place = this.#places[index] as Place
      if (this.#dead.has(place.seq)) continue
      lines.push(readBytes(this.#descriptor, place.offset, place.bytes - 1).toString())
      bytes += place.bytes
    }
    return lines
  }

  hold(seqs: ReadonlySet<number>): void {
    this.#held = seqs
  }

  get isUntidy(): boolean {
    const isHalfDead = this.#deadBytes > this.#wasteBytes && this.#deadBytes * 2 > this.#size
    return isHalfDead || this.#size - this.#deadBytes > this.#maxBytes
  }

  tidy(): void {
    if (!this.isUntidy) return
    try {
      this.#compact()
    } catch (error) {
      rmSync(this.#freshPath, { force: true })
      throw toStorageError(error as Error)
    }
  }

  /** Writes the file anew without what is of no more use, and without the oldest if it is still too large. */
  #compact(): void {
    const { kept, droppedThrough } = this.#chooseKept()
    const header = { ...this.#header, droppedThrough }
    const target = openSync(this.#freshPath, 'a+', 0o600)
    const head = Buffer.from(`${JSON.stringify(header)}\n`)
    try {
      ftruncateSync(target, 0)
      writeAll(target, head)
      for (const run of toRuns(kept)) this.#copy(run, target)
      fsyncSync(target)
      renameSync(this.#freshPath, this.#path)
    } catch (error) {
      closeSync(target)
      throw error
    }
    closeSync(this.#descriptor)
    this.#descriptor = target
    this.#syncedSeq = this.#nextSeq - 1
    this.#header = header
    let offset = head.length
    const places = kept.map((place) => {
      offset += place.bytes
      return { ...place, offset: offset - place.bytes }
    })
    this.#setPlaces(places)
    this.#size = offset
    this.#deadBytes = 0
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #chooseKept(): { kept: Place[]; droppedThrough: number } {
    let { droppedThrough } = this.#header
    const alive = this.#places.filter((place) => !this.#dead.has(place.seq))
    const bytes = alive.reduce((sum, place) => sum + place.bytes, 0)
    if (bytes <= this.#maxBytes) return { kept: alive, droppedThrough }
    // To half of the limit, so that it is not done again at every record.
    let excess = bytes - this.#maxBytes / 2
    const newest = alive.at(-1)
    const kept = alive.filter((place) => {
      if (excess <= 0 || place === newest || this.#held.has(place.seq)) return true
      excess -= place.bytes
      droppedThrough = place.seq
      return false
    })
    return { kept, droppedThrough }
  }

  get #freshPath(): string {
    return `${this.#path}.new`
  }

  #track(place: Place): void {
    const mayMatter = /"type":"(stream_event|keep_alive)"|"subtype":"snapshot"/.test(place.head)
    const record = mayMatter ? parseRecordLine(readBytes(this.#descriptor, place.offset, place.bytes).toString()) : null
    if (record !== null) this.#bury(this.#tracker.take(record.seq, record.message as Record<string, unknown>))
  }

  #bury(seqs: number[]): void {
    for (const seq of seqs) {
      const place = this.#places[this.#indexAfter(seq - 1)]
      if (place?.seq !== seq || this.#dead.has(seq)) continue
      this.#dead.add(seq)
      this.#deadBytes += place.bytes
    }
    if (this.#dead.size > MANY_DEAD && this.#dead.size * 2 > this.#places.length) this.#forget()
  }

  /** Where they stand in the file need not be known. */
  #forget(): void {
    this.#setPlaces(this.#places.filter((place) => !this.#dead.has(place.seq)))
  }

  #setPlaces(places: Place[]): void {
    this.#places = places
    this.#seqs = places.map(({ seq }) => seq)
    this.#dead.clear()
  }

  /** The first place behind a number. */
  #indexAfter(seq: number): number {
    return findAfter(this.#seqs, seq)
  }

  #copy({ offset, bytes }: { offset: number; bytes: number }, target: number): void {
    for (let done = 0; done < bytes; done += COPY_BYTES) {
      const length = Math.min(COPY_BYTES, bytes - done)
      writeAll(target, readBytes(this.#descriptor, offset + done, length))
    }
  }

  /** A disk may take a tenth of a second, in which nobody who looks should wait. What fails here is tried again, and told, when it must be done. */
  #syncAside(): void {
    if (this.#isSyncing) return
    this.#isSyncing = true
    const [descriptor, seq] = [this.#descriptor, this.#nextSeq - 1]
    fdatasync(descriptor, (error) => {
      this.#isSyncing = false
      if (error === null && descriptor === this.#descriptor) this.#syncedSeq = Math.max(this.#syncedSeq, seq)
    })
  }

  /** What did not get to the disk was never said: its numbers are given again. */
  #syncOrUndo(size: number): void {
    try {
      fdatasyncSync(this.#descriptor)
    } catch (error) {
      ftruncateSync(this.#descriptor, size)
      this.#size = size
      throw toStorageError(error as Error)
    }
  }

  /** All of it or nothing: half a record would spoil the next one too. */
  #write(bytes: Buffer): void {
    try {
      writeAll(this.#descriptor, bytes)
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#size)
      throw toStorageError(error as Error)
    }
    this.#size += bytes.length
  }
}

/** Neighbours are copied in one go. */
function toRuns(places: readonly Place[]): { offset: number; bytes: number }[] {
  const runs: { offset: number; bytes: number }[] = []
  for (const { offset, bytes } of places) {
    const last = runs.at(-1)
    if (last !== undefined && last.offset + last.bytes === offset) last.bytes += bytes
    else runs.push({ offset, bytes })
  }
  return runs
}

function join(records: readonly WrittenRecord[]): Buffer {
  return Buffer.concat(records.map(({ bytes }) => bytes))
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}

function toStorageError(error: Error): DriverError {
  return new DriverError('storage', `The session cannot be kept: ${error.message}. Free some space, then try again.`, {
    cause: error,
  })
}
