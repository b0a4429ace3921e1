import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliProcess, LARGE_LINE_BYTES, readLargeLine, toText } from '@quarterdeck/driver'
import type { Row } from '../../../scripts/rows.ts'
import { watchLoop } from '../../watch-loop.ts'

const MEBIBYTE = 1024 * 1024
const WORKER = new URL('../../../packages/driver/src/lines/large-line-worker.ts', import.meta.url)
const MAX_BLOCKED_MS = 20
const MAX_MEMORY_MB = 450

/** Writes what it is told in its arguments: `line:BYTES` for a line of JSON of that size, `open:BYTES` for one without end. */
const WRITER = `
  import { writeSync } from 'node:fs'
  const block = Buffer.alloc(1048576, 'x')
  const put = (bytes) => { for (let at = 0; at < bytes.length;) { try { at += writeSync(1, bytes, at) } catch (e) { if (e.code !== 'EAGAIN') throw e } } }
  const fill = (bytes) => { for (let left = bytes; left > 0; left -= block.length) put(block.subarray(0, Math.min(left, block.length))) }
  for (const word of process.argv.slice(2)) {
    const [kind, bytes] = word.split(':')
    put(Buffer.from('{"type":"user","text":"'))
    fill(Number(bytes) - 25)
    if (kind === 'line') put(Buffer.from('"}\\n'))
  }
  put(Buffer.from(process.argv.at(-1).startsWith('open') ? '' : '{"type":"next"}\\n'))
  setInterval(() => undefined, 1000)
`

interface Outcome {
  read: number
  oversize: number[]
  next: boolean
  pendingBytes: number
}

/** Reads as a keeper does: large lines in a thread, one after another, while the process waits. */
async function run(folder: string, words: string[], isDone: (outcome: Outcome) => boolean): Promise<Outcome> {
  const path = join(folder, 'writer.mjs')
  writeFileSync(path, WRITER)
  const outcome: Outcome = { read: 0, oversize: [], next: false, pendingBytes: 0 }
  let work = Promise.resolve()
  const cli = { path, command: process.execPath, args: [path] }
  const child = new CliProcess(cli, words, { cwd: folder, env: {} }, (frame) => {
    if (frame.kind === 'oversize') outcome.oversize.push(frame.bytes)
    else if (frame.bytes.length < LARGE_LINE_BYTES) outcome.next ||= toText(frame.bytes) === '{"type":"next"}'
    else {
      child.pause()
      work = work.then(async () => {
        const line = await readLargeLine(frame.bytes, WORKER)
        if (line.ok && (line.sketch as { type: string }).type === 'user') outcome.read++
        child.resume()
      })
    }
  })
  for (;;) {
    outcome.pendingBytes = child.pendingBytes
    await new Promise((resolve) => setTimeout(resolve, 20))
    await work
    if (isDone(outcome)) break
  }
  await child.stop({ termAfterMs: 0, killAfterMs: 2000 })
  return outcome
}

export default {
  id: 'R7',
  title: 'A 1 GB line; 64 lines of 20 MiB; a line without end',
  async run({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-r7-'))
    const [huge, count] = quick ? [128 * MEBIBYTE, 8] : [1024 * MEBIBYTE, 64]
    try {
      // The first of everything pays for loading the code.
      await run(folder, [`line:${8 * MEBIBYTE}`], ({ next }) => next)
      const loop = watchLoop()
      const one = await run(folder, [`line:${huge}`], ({ next }) => next)
      const many = await run(folder, Array(count).fill(`line:${20 * MEBIBYTE}`), ({ next }) => next)
      const open = await run(folder, [`open:${huge}`], ({ pendingBytes }) => pendingBytes >= huge - 2)
      const { blockedMs, stalledMs, memoryMb } = loop.stop()
      const delivered = one.oversize[0] === huge && many.read === count && (open.oversize[0] ?? 0) >= huge - 2
      return {
        passed: delivered && blockedMs <= MAX_BLOCKED_MS && memoryMb <= MAX_MEMORY_MB,
        bar: `the next event delivered, at most ${MAX_BLOCKED_MS} ms blocked, at most ${MAX_MEMORY_MB} MB more memory`,
        found: `${delivered ? 'delivered' : 'NOT delivered'}, ${blockedMs.toFixed(1)} ms blocked (${stalledMs.toFixed(1)} ms with what others took), ${memoryMb.toFixed(0)} MB more`,
        figures: { blockedMs, stalledMs, memoryMb, read: many.read, oversizeBytes: one.oversize[0] ?? 0 },
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
} satisfies Row
