import { globSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type Fault, parseLine, serialise } from '@quarterdeck/protocol'
import { allScenarios, hasScenario, listRecordedVersions, listRecordings, readRecording } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/root.ts'

const TESTKIT = join(root, 'packages/testkit')

/** What a reader of the protocol finds wrong with a line, as a sentence each. */
function findFaults(raw: string): string[] {
  const line = parseLine(raw)
  if (line.kind === 'malformed') return [`malformed: ${line.problem}: ${raw.slice(0, 200)}`]
  if (line.kind === 'unknown')
    return [`unknown ${line.reason}: ${line.type}/${line.subtype ?? ''}: ${raw.slice(0, 200)}`]
  const again = parseLine(serialise(line.message).trim())
  if (again.kind !== 'message') return [`${again.kind} after it was written again: ${raw.slice(0, 200)}`]
  expect(again.message).toEqual(line.message)
  return line.faults.map((fault) => `${line.message.type}: ${printFault(fault, raw)}`)
}

function printFault({ path, problem }: Fault, raw: string): string {
  const found = path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    JSON.parse(raw),
  )
  return `${path.join('.')} = ${JSON.stringify(found)?.slice(0, 100)}: ${problem}`
}

/** Everything that we wrote ourselves and that a scenario may have put into a recording. */
const ownText = globSync(['src/**/*.ts', 'fixtures/*.mjs'], { cwd: TESTKIT })
  .map((file) => readFileSync(join(TESTKIT, file), 'utf8'))
  .join(' ')
  .replaceAll(/\s+/g, ' ')

/** Ten words in a row are prose; blanked words, and what shares six words with our own texts, are not the CLI's. */
function findProse(text: string): string[] {
  const runs = text.replaceAll(/\\[nt"]/g, ' ').match(/(?:[A-Za-z'’,-]{1,20} ){9,}[A-Za-z'’,.-]+/g) ?? []
  return runs.filter((run) => {
    const words = run.split(' ').filter((word) => !/^x+$/.test(word) && word !== 'tick')
    if (words.length < 10) return false
    return !words.some((_, at) => at + 6 <= words.length && ownText.includes(words.slice(at, at + 6).join(' ')))
  })
}

describe.each(listRecordedVersions())('the recordings of CLI %s', (version) => {
  const names = listRecordings(version)

  it('are there for every scenario that the version has, and for no other', () => {
    const wanted = allScenarios.filter((scenario) => hasScenario(scenario, version)).map(({ name }) => name)
    expect(names).toEqual(wanted.toSorted())
    for (const { since } of allScenarios) if (since !== undefined) expect(since.why).not.toBe('')
  })

  it.each(names)('%s: every line of the CLI and of the host is a message without faults', (name) => {
    const { lines } = readRecording(version, name)
    // One scenario sends what is no message on purpose.
    const read = name === 'malformed-stdin' ? ['out'] : ['out', 'in']
    const faults = lines.flatMap((entry) => (read.includes(entry.dir) && 'line' in entry ? findFaults(entry.line) : []))
    expect([...new Set(faults)]).toEqual([])
    expect(lines.filter(({ dir }) => dir === 'out').length).toBeGreaterThan(0)
  })

  it.each(names)('%s: every line of a transcript is a message without faults', (name) => {
    const transcripts = readRecording(version, name).files.filter(({ path }) => path.endsWith('.jsonl'))
    const lines = transcripts.flatMap((file) => file.lines.filter((line) => line !== ''))
    expect([...new Set(lines.flatMap(findFaults))]).toEqual([])
  })

  it.each(names)('%s: holds no prose of the CLI', (name) => {
    const { lines, files } = readRecording(version, name)
    const written = lines.flatMap((entry) => (entry.dir !== 'in' && 'line' in entry ? [entry.line] : []))
    expect([...written, ...files.flatMap((file) => file.lines)].flatMap(findProse)).toEqual([])
  })

  it.each(names)('%s: holds nothing of the machine it was made on', (name) => {
    const text = JSON.stringify(readRecording(version, name))
    const words = [process.cwd(), hostname(), '/tmp/quarterdeck-', '-tmp-quarterdeck-']
    for (const word of words) expect(text).not.toContain(word)
  })
})
