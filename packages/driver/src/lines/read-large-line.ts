import { Worker } from 'node:worker_threads'

/** From this size on, parsing a line would hold up everything else for too long. */
export const LARGE_LINE_BYTES = 4 * 1024 * 1024
/** A line of nothing but brackets takes many times its size once it is parsed. */
const MAX_HEAP_MB = 512

export type LargeLine = { ok: true; sketch: unknown } | { ok: false; reason: string }

/**
 * Reads a line of some megabytes in a thread of its own, and gives its JSON with long texts cut short. `worker` is where
 * `large-line-worker.ts` is, since a bundle has it elsewhere than the sources. One thread each: such lines are rare, and an
 * idle thread would cost a keeper a third of its memory. Whoever reads many lets the process wait (`CliProcess.pause`).
 */
export function readLargeLine(bytes: Buffer, worker: URL): Promise<LargeLine> {
  return new Promise((resolve) => {
    const options = { workerData: toShared(bytes), resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } }
    const reader = new Worker(worker, options)
    reader.on('message', (answer: LargeLine) => resolve(answer))
    reader.on('error', (error) => resolve({ ok: false, reason: error.message }))
    reader.on('exit', () => resolve({ ok: false, reason: 'Its thread ended without an answer.' }))
  })
}

/** The framer keeps large lines in shared memory already. */
function toShared(bytes: Buffer): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}
