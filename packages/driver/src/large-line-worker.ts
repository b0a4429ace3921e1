import { parentPort, workerData } from 'node:worker_threads'
import { toSketch } from './sketch.ts'

const { buffer, byteOffset, byteLength } = workerData as Uint8Array<SharedArrayBuffer>
const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
try {
  const message = JSON.parse(text)
  // Whoever answers a request repeats its input: a tool would run with what was left of it.
  const isAsked = message?.type === 'control_request'
  parentPort?.postMessage({ ok: true, sketch: isAsked ? message : toSketch(message) })
} catch {
  parentPort?.postMessage({ ok: false, reason: 'It is no JSON.' })
}
