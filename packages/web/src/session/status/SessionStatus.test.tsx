import type { Overview } from '@quarterdeck/transcript'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { toClock } from '../../text/to-clock.ts'
import { SessionStatus } from './SessionStatus.tsx'

const now = Date.parse('2026-11-16T10:10:00.000Z')
const at = (secondsAgo: number) => new Date(now - secondsAgo * 1000).toISOString()

function draw(status: string, more: object = {}): string {
  const overview = {
    approvals: [],
    turn: { status: 'running', startedAt: at(94) },
    silence: { waitsFor: 'nothing', text: 'Nothing is under way.' },
    lastAt: at(2),
    ...more,
  } as unknown as Overview
  return renderToStaticMarkup(<SessionStatus overview={overview} status={status} now={now} />)
}

const toWords = (shown: string) => shown.replace(/<[^>]*>/g, '')

describe('the status of a session', () => {
  it('says for how long the turn runs, what it waits for, and how old the last event is', () => {
    const shown = draw('working', { silence: { waitsFor: 'tool', text: 'Waits for ri\u200bng.' } })
    expect(toWords(shown)).toBe('working 1:34 · Waits for ri\\u{200b}ng · 2 s')
    expect(toWords(draw('idle', { turn: { status: 'done', startedAt: at(94) } }))).toBe('idle · 2 s')
  })

  it('says none of that aloud', () => {
    const shown = draw('working', { silence: { waitsFor: 'claude', text: 'Writes.' } })
    expect(shown).toContain('>working<span aria-live="off"><span aria-hidden="true"> 1:34</span> · Writes<span')
  })

  it('that waits for a person is as old as the oldest question, whatever happened since', () => {
    const approvals = [{ at: at(30) }, { at: at(75) }, {}]
    const shown = draw('awaiting approval', { approvals, silence: { waitsFor: 'you', text: 'Waits for you.' } })
    expect(toWords(shown)).toBe('awaiting approval · 1 min')
    expect(shown).toContain('status-said waits')
  })

  it('is, of one that has ended, no word of a fault; programs find the one they know', () => {
    const ended = draw('disconnected · ended')
    expect(toWords(ended)).toBe('disconnected · ended')
    expect(ended).toContain('<span class="visually-hidden">disconnected · </span>ended')
    expect(draw('disconnected')).not.toContain('visually-hidden')
  })
})

describe('a clock', () => {
  it.each([
    [0, '0:00'],
    [-5000, '0:00'],
    [34_900, '0:34'],
    [725_000, '12:05'],
    [3_723_000, '1:02:03'],
  ])('shows %i ms as %s', (ms, shown) => {
    expect(toClock(ms)).toBe(shown)
  })
})
