import { createRandom, mutateLine, toSample } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { controlRequests } from '../control/table.ts'
import { messageTable } from '../messages/table.ts'
import { deltas } from '../stream-events.ts'
import { contentBlocks } from './blocks.ts'
import { normalise } from './normalise.ts'
import { parseLine } from './parse-line.ts'
import { serialise } from './serialise.ts'

const messages = Object.entries(messageTable).map(
  ([name, { schema }]) => [name, toSample(schema) as Record<string, unknown>] as const,
)
const blocks = Object.values(contentBlocks).map((schema) => toSample(schema))
const delta = (schema: (typeof deltas)[keyof typeof deltas]) => ({
  type: 'stream_event',
  event: { type: 'content_block_delta', index: 0, delta: toSample(schema) },
})
const request = (schema: Parameters<typeof toSample>[0]) => ({
  type: 'control_request',
  request_id: 'r',
  request: toSample(schema),
})

/** One line of every kind there is. */
const corpus = [
  ...messages.map(([, sample]) => sample),
  ...blocks.map((block) => ({ type: 'assistant', message: { role: 'assistant', content: [block] } })),
  ...Object.values(deltas).map(delta),
  ...Object.values(controlRequests).map((entry) => request(entry.request)),
].map((value) => JSON.stringify(value))

describe('every message', () => {
  it.each(messages)(
    '%s is a message with all its fields, and comes back whole after it was written and read again',
    (_, sample) => {
      const line = parseLine(JSON.stringify(sample))
      expect(line).toMatchObject({ kind: 'message', message: normalise(sample), faults: [] })
      const again = parseLine(serialise(line.kind === 'message' ? line.message : {}))
      expect(again).toMatchObject({ kind: 'message', message: normalise(sample) })
    },
  )

  it('knows every line of the corpus, which the mutations below start from', () => {
    expect(corpus.length).toBeGreaterThan(200)
    expect(corpus.map((raw) => parseLine(raw).kind).filter((kind) => kind !== 'message')).toEqual([])
  })

  it('says how to read a line for 100,000 lines that were damaged in every way, without throwing and without losing anything', () => {
    const random = createRandom(20_261_115)
    const kinds = { message: 0, unknown: 0, malformed: 0 }
    for (let count = 0; count < 100_000; count++) {
      const raw = mutateLine(corpus[count % corpus.length] as string, random)
      const line = parseLine(raw)
      kinds[line.kind] += 1
      if (line.raw !== raw) throw new Error(`The raw text was lost: ${raw}`)
      const problem = findLoss(line)
      if (problem !== null) throw new Error(`${problem}: ${raw}`)
    }
    // Each way of reading must really have been tried.
    expect(Math.min(...Object.values(kinds))).toBeGreaterThan(5000)
  })
})

/** What must hold for any line: a message holds every field of the raw object but those it names as faults. */
function findLoss(line: ReturnType<typeof parseLine>): string | null {
  if (line.kind === 'malformed') return line.problem === '' ? 'A malformed line without a problem' : null
  const normal = normalise(JSON.parse(line.raw))
  const kept = line.kind === 'message' ? (line.message as Record<string, unknown>) : line.value
  const named = new Set(line.kind === 'message' ? line.faults.map((fault) => String(fault.path[0])) : [])
  for (const [key, value] of Object.entries(normal)) {
    if (named.has(key)) continue
    if (JSON.stringify(kept[key]) !== JSON.stringify(value)) return `The field ${key} was lost`
  }
  return null
}
