import { describe, expect, it } from 'vitest'
import { fold } from '../lines/fold.ts'
import { answer, message, play, type Raw, system, user } from '../lines-for-test.ts'
import { rows } from '../rows/rows.ts'

const question = { subtype: 'elicitation', mcp_server_name: 'desk', message: 'Which room?', elicitation_id: 'e' }
const asked = play([user('Book it.'), { type: 'control_request', request_id: 'r', request: question }])
const line = (raw: Raw, more = {}) =>
  rows(fold(asked, message(raw, more))).flatMap((row) => (row.kind === 'notice' ? [row.text] : []))

describe('a question of a server leaves a line', () => {
  it('with the answer, and who gave it', () => {
    const given = answer('r', { action: 'accept', content: { room: '12', nights: 2 } })
    expect(line(given, { from: 'host', by: 'the phone' })).toEqual([
      'desk asked: Which room? — answered by the phone: room = 12, nights = 2',
    ])
  })

  it('when it was declined, withdrawn, answered elsewhere, or nobody was left to answer', () => {
    expect(line(answer('r', { action: 'decline', content: { room: '12' } }))).toEqual([
      'desk asked: Which room? — declined',
    ])
    expect(line({ type: 'control_cancel_request', request_id: 'r' })).toEqual(['desk asked: Which room? — withdrawn'])
    expect(line(system('elicitation_complete', { elicitation_id: 'e' }))).toEqual([
      'desk asked: Which room? — answered',
    ])
    const exit = { kind: 'stopped', code: null, signal: 'SIGTERM', forced: false, inTurn: true, stderr: '' } as const
    const ended = fold(asked, { kind: 'keeper', message: { type: 'keeper', subtype: 'exited', exit } })
    expect(rows(ended).at(-1)).toMatchObject({ text: 'desk asked: Which room? — left without an answer' })
  })

  it('that stays short, once', () => {
    const given = answer('r', { action: 'accept', content: { essay: 'word '.repeat(100) } })
    const [text = ''] = line(given)
    expect(text.length).toBeLessThan(260)
    expect(rows(play([given, given], asked)).filter((row) => row.kind === 'notice').length).toBe(1)
  })
})
