import { describe, expect, it } from 'vitest'
import { parseRecordLine, parseSeq, toRecord, toRecordLine } from './record-line.ts'

describe('a record', () => {
  const message = { type: 'user', text: '"message":{' }
  const entry = {
    from: 'host',
    json: JSON.stringify(message),
    message,
    commandId: 'c"',
    by: 'ä',
    large: { bytes: 1, file: 'f' },
  } as const

  it('is read as it was written', () => {
    const line = toRecordLine(entry, 7, 'now')
    expect(parseRecordLine(line)).toEqual(toRecord(entry, 7, 'now'))
    expect(parseSeq(line)).toBe(7)
  })

  it('leaves out what it does not have', () => {
    expect(toRecordLine({ from: 'cli', json: '{}', message: {} }, 1, 't')).toBe(
      '{"seq":1,"at":"t","from":"cli","message":{}}',
    )
    expect(toRecord({ from: 'cli', json: '{}', message: {} }, 1, 't')).toEqual({
      seq: 1,
      at: 't',
      from: 'cli',
      message: {},
    })
  })

  it.each(['', '{"seq":1', 'null', '{"seq":1}', '{"seq":"1","message":{}}', '{"seq":1,"message":null}'])(
    'is none where the line is %j',
    (line) => {
      expect(parseRecordLine(line)).toBeNull()
    },
  )

  it('has no number where the line does not begin with it', () => {
    expect(parseSeq('{"at":"x","seq":1}')).toBeNull()
  })
})
