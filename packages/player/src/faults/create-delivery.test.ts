import { describe, expect, it } from 'vitest'
import { createDelivery, type Endings } from './create-delivery.ts'
import { NO_FAULTS, parseFaults } from './faults.ts'

const TEXT = '{"type":"assistant","text":"Grüße 👋"}'
const RESULT = '{"type":"result"}'
const RESPONSE = '{"type":"control_response"}'

class Ended extends Error {}

/** What comes out for these lines, piece by piece, and how it ends. */
async function deliver(fault: string, lines: string[]) {
  const pieces: Buffer[] = []
  const end = (how: string) => () => Promise.reject(new Ended(how))
  const endings: Endings = { exit: (code) => end(`exit ${code}`)(), crash: end('crash') }
  const sink = async (bytes: Uint8Array | string) => void pieces.push(Buffer.from(bytes))
  const delivery = createDelivery(parseFaults(fault), sink, endings)
  let ended = 'no'
  try {
    for (const line of lines) await delivery(line)
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    ended = error.message
  }
  return { pieces, lines: Buffer.concat(pieces).toString('utf8').split('\n').slice(0, -1), ended }
}

describe('createDelivery', () => {
  it('writes each line as it is where nothing is wrong', async () => {
    const { pieces, lines, ended } = await deliver('', [TEXT, RESULT])
    expect({ lines, ended, pieces: pieces.length }).toEqual({ lines: [TEXT, RESULT], ended: 'no', pieces: 2 })
    expect(NO_FAULTS.split).toBe(false)
  })

  it('splits lines into many pieces that are the same together', async () => {
    const { pieces, lines } = await deliver('split', [TEXT, RESULT])
    expect(lines).toEqual([TEXT, RESULT])
    expect(pieces.length).toBeGreaterThan(8)
  })

  it.each([
    ['crash-after=2', [TEXT, RESPONSE], 'crash'],
    ['exit-after=1:3', [TEXT], 'exit 3'],
    ['exit-without-result', [TEXT, RESPONSE], 'exit 0'],
  ])('%s: ends in time', async (fault, lines, ended) => {
    expect(await deliver(fault, [TEXT, RESPONSE, RESULT])).toMatchObject({ lines, ended })
  })

  it('writes a huge line of just that many bytes before the first result, and only then', async () => {
    const { lines } = await deliver('huge-line=200000', [TEXT, RESULT, RESULT])
    expect(lines.map(({ length }) => length)).toEqual([TEXT.length, 200_000, RESULT.length, RESULT.length])
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ type: 'system', subtype: 'informational' })
  })

  it('answers twice, and says nothing else twice', async () => {
    expect((await deliver('duplicate-responses', [TEXT, RESPONSE])).lines).toEqual([TEXT, RESPONSE, RESPONSE])
  })

  it('puts garbage and unknown messages between lines, not between pieces of a text', async () => {
    const delta = '{"type":"stream_event"}'
    expect((await deliver('garbage', [delta, TEXT])).lines).toHaveLength(3)
    expect((await deliver('unknown-types', [delta, TEXT, RESULT])).lines).toHaveLength(5)
  })
})
