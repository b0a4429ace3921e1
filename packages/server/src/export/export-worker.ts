import { parentPort, workerData } from 'node:worker_threads'
import { parseLine } from '@quarterdeck/protocol'
import { fold, initialState, type SessionState, toHtml, toMarkdown } from '@quarterdeck/transcript'
import type { FromExport, ToExport } from './export-session.ts'

/** Folds a session and writes it out, in a thread of its own: of a long one that takes seconds. */
const { format } = workerData as { format: 'md' | 'html' }
const PIECE_BYTES = 256 * 1024

let state: SessionState = initialState
let pieces: Iterator<Uint8Array> | null = null

parentPort?.on('message', (order: ToExport) => {
  if (order.kind === 'lines') take(Buffer.from(order.bytes))
  const piece = order.kind === 'lines' ? { done: false, value: undefined } : next()
  say({ piece: piece.value ?? null, isEnd: piece.done === true })
})

function take(bytes: Buffer): void {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start) === -1 ? bytes.length : bytes.indexOf(10, start)
    const text = bytes.toString('utf8', start, end)
    start = end + 1
    if (text.trim() === '') continue
    const line = parseLine(text)
    state = fold(state, line.kind === 'message' ? { kind: 'message', message: line.message } : { kind: 'unread', text })
  }
}

function next(): IteratorResult<Uint8Array> {
  pieces ??= cut(Buffer.from(format === 'md' ? toMarkdown(state) : toHtml(state)))
  return pieces.next()
}

function* cut(bytes: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    yield Uint8Array.prototype.slice.call(bytes, at, at + PIECE_BYTES)
}

function say(answer: FromExport): void {
  parentPort?.postMessage(answer, answer.piece === null ? [] : [answer.piece.buffer as ArrayBuffer])
}
