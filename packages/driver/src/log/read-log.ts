import { closeSync, openSync, readSync } from 'node:fs'
import { parseRecordLine, parseSeq } from './record-line.ts'

const NEWLINE = 0x0a
const CHUNK_BYTES = 1024 * 1024
/** As much of a line as says what it is. */
const HEAD_BYTES = 320

export interface LogHeader {
  log: 1
  epoch: string
  /** Records up to this number were dropped for size. */
  droppedThrough: number
}

/** A record's place in the file. */
export interface Place {
  seq: number
  offset: number
  /** With its newline. */
  bytes: number
  /** The beginning of the line. */
  head: string
}

export interface ScannedLog {
  header: LogHeader
  places: Place[]
  /** Where the whole lines end; what comes after was torn. */
  size: number
}

/** Null when there is no log in the file, or none that can be understood. */
export function scanLog(path: string): ScannedLog | null {
  const descriptor = openSync(path, 'r')
  try {
    return scan(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * The records of a log as they stand there, from its beginning, and its epoch with each. Its keeper may write it meanwhile, and
 * even put another file in its place: all is read from the one that was there first.
 */
export function* readLog(path: string): Generator<{ epoch: string; line: string }> {
  const descriptor = openSync(path, 'r')
  try {
    const scanned = scan(descriptor)
    if (scanned === null) return
    const { epoch } = scanned.header
    for (const { offset, bytes } of scanned.places)
      yield { epoch, line: readBytes(descriptor, offset, bytes - 1).toString() }
  } finally {
    closeSync(descriptor)
  }
}

function scan(descriptor: number): ScannedLog | null {
  const places: Place[] = []
  let header: LogHeader | null = null
  let size = 0
  for (const { offset, bytes, head } of eachLine(descriptor)) {
    if (offset === 0) {
      header = parseHeader(head)
      if (header === null) return null
    } else {
      const seq = parseSeq(head)
      // A damaged line in the middle is stepped over: those behind it are as good as ever.
      if (seq !== null && seq > (places.at(-1)?.seq ?? 0)) places.push({ seq, offset, bytes, head })
    }
    size = offset + bytes
  }
  if (header === null) return null
  // Only the last line can be half of an older write that a newline was put behind.
  const last = places.at(-1)
  if (last !== undefined && parseRecordLine(readBytes(descriptor, last.offset, last.bytes).toString()) === null) {
    places.pop()
    size = last.offset
  }
  return { header, places, size }
}

export function readBytes(descriptor: number, offset: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes)
  let filled = 0
  while (filled < bytes) {
    const read = readSync(descriptor, buffer, filled, bytes - filled, offset + filled)
    if (read === 0) break
    filled += read
  }
  return buffer.subarray(0, filled)
}

function* eachLine(descriptor: number): Generator<{ offset: number; bytes: number; head: string }> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let head = ''
  let lineStart = 0
  let position = 0
  for (let read = 1; read > 0; position += read) {
    read = readSync(descriptor, chunk, 0, CHUNK_BYTES, position)
    let from = 0
    for (
      let end = chunk.subarray(0, read).indexOf(NEWLINE);
      end >= 0;
      end = chunk.subarray(0, read).indexOf(NEWLINE, from)
    ) {
      head += toHead(chunk, from, end, head)
      yield { offset: lineStart, bytes: position + end + 1 - lineStart, head }
      head = ''
      from = end + 1
      lineStart = position + from
    }
    head += toHead(chunk, from, read, head)
  }
}

function toHead(chunk: Buffer, from: number, end: number, known: string): string {
  return chunk.toString('latin1', from, Math.min(end, from + HEAD_BYTES - known.length))
}

function parseHeader(line: string): LogHeader | null {
  try {
    const header = JSON.parse(line) as LogHeader
    return header.log === 1 && typeof header.epoch === 'string' && Number.isInteger(header.droppedThrough)
      ? header
      : null
  } catch {
    return null
  }
}
