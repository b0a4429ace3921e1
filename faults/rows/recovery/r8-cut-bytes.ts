import { LineFramer, toText } from '@quarterdeck/driver'
import { parseLine } from '@quarterdeck/protocol'
import { createRandom } from '@quarterdeck/testkit'
import type { Row } from '../../../scripts/rows.ts'

const WORDS = [
  'Grüße',
  'こんにちは',
  '你好世界',
  'привет',
  'שלום',
  '👩‍👩‍👧‍👦',
  'e\u0301',
  '\u2028',
  '\u2029',
  '\u0000',
  '\ufeff',
  '🏳️‍🌈',
]

/** A stream in many scripts, with every character that has been known to break a reader of lines. */
function toLines(random: () => number): string[] {
  return Array.from({ length: 12 }, (_, index) => {
    const words = Array.from({ length: 6 }, () => WORDS[Math.floor(random() * WORDS.length)])
    const delta = { type: 'text_delta', text: words.join(' ') }
    return JSON.stringify({ type: 'stream_event', event: { type: 'content_block_delta', index, delta } })
  })
}

function readAll(chunks: Buffer[]): string[] {
  const lines: string[] = []
  const framer = new LineFramer((frame) => lines.push(frame.kind === 'oversize' ? '(too long)' : toText(frame.bytes)))
  for (const chunk of chunks) framer.push(chunk)
  framer.end()
  return lines
}

/** Bytes that are no text: a reader must lose no more than the line they stand in. */
const BROKEN = [
  { name: 'invalid UTF-8', bytes: Buffer.from([0x7b, 0xff, 0xfe, 0xc3, 0x28]) },
  { name: 'half a character', bytes: Buffer.from([0xe3, 0x81]) },
  { name: 'NUL bytes', bytes: Buffer.alloc(64) },
  { name: 'a lone surrogate', bytes: Buffer.from([0xed, 0xa0, 0x80]) },
  { name: 'a second BOM', bytes: Buffer.from([0xef, 0xbb, 0xbf]) },
]

export default {
  id: 'R8',
  title: 'A multilingual stream cut at every byte; invalid UTF-8, NUL, BOM, CRLF, U+2028',
  async run({ seed, quick }) {
    const random = createRandom(seed)
    let cuts = 0
    let wrong = 0
    const isWrong = (chunks: Buffer[], expected: string[]) => readAll(chunks).join('\n') !== expected.join('\n')
    for (let round = 0; round < (quick ? 2 : 20); round++) {
      const lines = toLines(random)
      for (const [start, end] of [
        ['', '\n'],
        ['', '\r\n'],
        ['\ufeff', '\n'],
      ] as const) {
        const stream = Buffer.from(start + lines.map((line) => line + end).join(''))
        for (let at = 0; at <= stream.length; at++, cuts++) {
          if (isWrong([stream.subarray(0, at), stream.subarray(at)], lines)) wrong++
        }
        const bytes = Array.from(stream, (_, at) => stream.subarray(at, at + 1))
        if (isWrong(bytes, lines)) wrong++
      }
      for (const { bytes } of BROKEN) {
        const good = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        const read = readAll([good, bytes, Buffer.from('\n'), good]).map(parseLine)
        const messages = read.filter((line) => line.kind === 'message').length
        if (messages !== 2 * lines.length) wrong++
      }
    }
    return {
      passed: wrong === 0,
      bar: 'no corruption, no crash',
      found: `${wrong} wrong of ${cuts} cuts`,
      figures: { cuts, wrong },
    }
  },
} satisfies Row
