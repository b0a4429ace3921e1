import { parentPort, workerData } from 'node:worker_threads'
import { toSketch } from './sketch.ts'

const { buffer, byteOffset, byteLength } = workerData as Uint8Array<SharedArrayBuffer>
const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
try {
  parentPort?.postMessage({ ok: true, sketch: toSketch(JSON.parse(text)) })
} catch {
  parentPort?.postMessage({ ok: false, reason: 'It is no JSON.' })
}
