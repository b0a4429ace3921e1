import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ByteMark } from '../index/byte-mark.ts'
import { findLine } from '../transcripts/find-line.ts'
import { linesBackward } from '../transcripts/lines-backward.ts'
import { linesForward } from '../transcripts/lines-forward.ts'
import { scanLines } from './scan-lines.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lines-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function withFile<Result>(bytes: Buffer | string, act: (fd: number, size: number) => Result): Result {
  const path = join(folder, 'lines')
  writeFileSync(path, bytes)
  const fd = openSync(path, 'r')
  try {
    return act(fd, Buffer.byteLength(bytes))
  } finally {
    closeSync(fd)
  }
}

interface Seen {
  text: string
  offset: number
}

function scan(fd: number, from: number, to: number) {
  const lines: Seen[] = []
  const result = scanLines(fd, from, to, ({ bytes, start, end, offset }) =>
    lines.push({ text: bytes.toString('utf8', start, end), offset }),
  )
  return { lines, ...result }
}

/** Lines of all lengths around the sizes in which files are read, some with spaces, CRLF or nothing in them. */
function toText(random: () => number): { text: string; lines: Seen[] } {
  const lengths = [0, 1, 30, 1000, 65_535, 65_536, 65_537, 200_000, 1_048_575, 1_048_576, 1_048_577]
  const lines: Seen[] = []
  let text = ''
  for (let count = 0; count < 12; count++) {
    const length = lengths[Math.floor(random() * lengths.length)] as number
    const line = `é${count}`.repeat(Math.ceil(length / 3)).slice(0, length)
    const before = random() < 0.2 ? ' ' : ''
    if (line !== '') lines.push({ text: line, offset: Buffer.byteLength(text + before) })
    const isLast = count === 11
    text += `${before}${line}${isLast && random() < 0.5 ? '' : random() < 0.3 ? '\r\n' : '\n'}`
  }
  return { text, lines }
}

describe('The lines of a file', () => {
  it.each([1, 2, 3, 4, 5, 6])('are the same forwards, backwards and by the piece (seed %i)', (seed) => {
    const { text, lines } = toText(createRandom(seed))
    withFile(text, (fd, size) => {
      expect(scan(fd, 0, size).lines).toEqual(lines)
      const toSeen = ({ bytes, offset }: { bytes: Buffer | null; offset: number }) => ({ text: String(bytes), offset })
      expect([...linesForward(fd, 0, size)].map(toSeen)).toEqual(lines)
      expect([...linesBackward(fd, size)].map(toSeen).reverse()).toEqual(lines)
    })
  })

  it('can be gone on with where they ended', () => {
    withFile('{"a":1}\n{"b":2}\n{"c', (fd, size) => {
      const first = scan(fd, 0, 12)
      expect(first.endedAt).toBe(8)
      const rest = scan(fd, first.endedAt, size)
      expect([rest.endedAt, rest.lines[0]?.text]).toEqual([16, '{"b":2}'])
    })
  })

  it('lose a byte order mark, and a line that is too long to be held', () => {
    const tooLong = Buffer.alloc(33 * 1024 * 1024, 'x')
    const bytes = Buffer.concat([Buffer.from('\uFEFF{"a":1}\n'), tooLong, Buffer.from('\n{"b":2}\n')])
    withFile(bytes, (fd, size) => {
      const { lines, oversizedLines } = scan(fd, 0, size)
      expect([lines.map(({ text }) => text), oversizedLines]).toEqual([['{"a":1}', '{"b":2}'], 1])
      const forward = [...linesForward(fd, 0, size)].map((line) => line.bytes?.toString() ?? null)
      const backward = [...linesBackward(fd, size)].map((line) => line.bytes?.toString() ?? null)
      expect(forward).toEqual(['{"a":1}', null, '{"b":2}'])
      expect(backward.reverse()).toEqual(forward)
    })
  })

  it('are found by what stands in them, the last first, across the edges of pieces', () => {
    const filler = `${'x'.repeat(1_048_570)}\n`
    withFile(`mark one\n${filler}a mark two\n${filler}`, (fd, size) => {
      expect(findLine(fd, size, Buffer.from('mark'), () => true)?.bytes?.toString()).toBe('a mark two')
      const isOne = (bytes: Buffer) => bytes.includes('one')
      expect(findLine(fd, size, Buffer.from('mark'), isOne)).toMatchObject({ offset: 0, end: 8 })
      expect(findLine(fd, size, Buffer.from('nowhere'), () => true)).toBeNull()
    })
  })

  it('are looked at once for a mark, also when the buffer is filled again', () => {
    const mark = new ByteMark('mark')
    const buffer = Buffer.from('one mark\ntwo\nmark')
    expect([mark.isIn(buffer, 0, 8, 0), mark.isIn(buffer, 9, 12, 9), mark.isIn(buffer, 13, 17, 13)]).toEqual([
      true,
      false,
      true,
    ])
    buffer.fill('no')
    expect(mark.isIn(buffer, 0, 8, 100)).toBe(false)
  })
})
