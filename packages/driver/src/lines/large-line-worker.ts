import { parentPort, workerData } from 'node:worker_threads'
import { mustStayWhole, toSketch } from './sketch.ts'

const { buffer, byteOffset, byteLength } = workerData as Uint8Array<SharedArrayBuffer>
const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
try {
  const message = JSON.parse(text)
  parentPort?.postMessage({ ok: true, sketch: mustStayWhole(message) ? message : toSketch(message) })
} catch {
  parentPort?.postMessage({ ok: false, reason: 'It is no JSON.' })
}
