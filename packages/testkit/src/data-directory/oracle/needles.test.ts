import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateForTest, listTranscripts, readWhole, type TestDirectory } from '../generate-for-test.ts'
import type { Line } from './line-facts.ts'

interface Place {
  sessionId: string
  file: string
  uuid: string
}

let directory: TestDirectory
let searchable: { text: string; place: Place }[]
beforeAll(async () => {
  directory = await generateForTest({ needleSets: 4 })
  searchable = listTranscripts(directory.path).flatMap((file) =>
    readWhole(directory.path, file).lines.map((line) => {
      const place = { sessionId: line.sessionId as string, file, uuid: line.uuid as string }
      return { text: toSearchable(line), place }
    }),
  )
})
afterAll(() => directory.remove())

/** What is shown of a line: no meta lines, no lines of the CLI about itself, no pictures. */
function toSearchable(line: Line): string {
  if ((line.type !== 'user' && line.type !== 'assistant') || line.isMeta) return ''
  const { content } = line.message as { content: unknown }
  return JSON.stringify(content, (key, value: unknown) => (key === 'data' ? '' : value))
}

function findAll(query: string): Place[] {
  return searchable.filter(({ text }) => text.includes(query)).map(({ place }) => place)
}

it('needles are on the lines that the oracle names, and on no other', () => {
  const { needles } = directory.oracle
  expect(new Set(needles.map(({ kind }) => kind)).size).toBe(11)
  const byLine = (one: Place, other: Place) => one.uuid.localeCompare(other.uuid)
  for (const { query, hits } of needles) expect(findAll(query).sort(byLine), query).toEqual(hits.toSorted(byLine))
})

it('decoys stand in their file, but nowhere that is searched', () => {
  const { decoys } = directory.oracle
  expect(new Set(decoys.map(({ kind }) => kind)).size).toBe(4)
  for (const { query, file } of decoys) {
    expect(readWhole(directory.path, file).texts.some((text) => text.includes(query))).toBe(true)
    expect(findAll(query), query).toEqual([])
  }
})
