import type { Sink } from '../output.ts'

const CHUNK = Buffer.alloc(64 * 1024, 'x')

/** One well-formed message of this many bytes, newline not counted, without ever holding it in memory. */
export async function writeHugeLine(sink: Sink, bytes: number): Promise<void> {
  const [head, tail] = ['{"type":"system","subtype":"informational","content":"', '"}']
  await sink(head)
  for (let left = bytes - head.length - tail.length; left > 0; left -= CHUNK.length)
    await sink(left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK)
  await sink(`${tail}\n`)
}

/** A line that begins well and never ends. It goes on as fast as the host reads. */
export async function writeEndlessLine(sink: Sink): Promise<never> {
  await sink('{"type":"system","subtype":"informational","content":"')
  for (;;) await sink(CHUNK)
}
