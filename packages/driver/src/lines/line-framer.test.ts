import { describe, expect, it } from 'vitest'
import { type Frame, LineFramer } from './line-framer.ts'

function frame(chunks: (string | Buffer)[], maxBytes?: number): Frame[] {
  const frames: Frame[] = []
  const framer = new LineFramer((each) => frames.push(each), maxBytes)
  for (const chunk of chunks) framer.push(Buffer.from(chunk))
  framer.end()
  return frames
}

const line = (text: string): Frame => ({ kind: 'line', bytes: Buffer.from(text) })

describe('LineFramer', () => {
  it('cuts a stream into lines, however it is cut into chunks', () => {
    expect(frame(['{"a":', '1}\n{"b"', ':2}', '\n'])).toEqual([line('{"a":1}'), line('{"b":2}')])
  })

  it('keeps nothing of a chunk, whose memory is filled anew', () => {
    const texts: string[] = []
    const framer = new LineFramer((each) => texts.push(each.kind === 'line' ? each.bytes.toString() : each.kind))
    const memory = Buffer.alloc(8)
    for (const piece of ['{"a":', '1}\n{"b"', ':2', '}\n']) {
      framer.push(memory.subarray(0, memory.write(piece)))
      memory.fill('x')
    }
    expect(texts).toEqual(['{"a":1}', '{"b":2}'])
  })

  it('puts a character together that was cut in two', () => {
    const bytes = Buffer.from('"日本"\n')
    expect(frame([bytes.subarray(0, 3), bytes.subarray(3)])).toEqual([line('"日本"')])
  })

  it('passes over blank lines, takes CRLF, and a BOM before a line but not inside one', () => {
    expect(frame(['\ufeff{"a":1}\r\n\r\n\n{"b":"\ufeff"}\n\ufeff\n'])).toEqual([
      line('{"a":1}'),
      line('{"b":"\ufeff"}'),
    ])
  })

  it('tells a line that the stream ended in, so that nothing is lost', () => {
    expect(frame(['{"a":1}\n{"b":'])).toEqual([line('{"a":1}'), { kind: 'torn', bytes: Buffer.from('{"b":') }])
  })

  it('says how long a line was that is over the limit, and goes on with the next', () => {
    expect(frame(['x'.repeat(60), 'y'.repeat(60), '\n{"a":1}\n'], 100)).toEqual([
      { kind: 'oversize', bytes: 120 },
      line('{"a":1}'),
    ])
  })

  it('tells how much of a line is still to be finished', () => {
    const framer = new LineFramer(() => undefined)
    framer.push(Buffer.from('abc\nde'))
    expect(framer.pendingBytes).toBe(2)
  })
})
