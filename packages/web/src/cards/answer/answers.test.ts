import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Answers } from './answers.ts'
import type { KeptDecision } from './kept-decisions.ts'

const REQUEST = { sessionId: 's', requestId: 'r', inputHash: 'h' }
const ALLOW = { behavior: 'allow' } as const

/** A server that confirms when it is told to, and a browser that keeps decisions, or has no room. */
function createStage({ hasRoom = true, kept = new Map<string, KeptDecision>() } = {}) {
  const sent: { command: unknown; id: string; arrive: () => void; refuse: (why: string) => void }[] = []
  const answers = new Answers({
    live: {
      give(command, id = '') {
        const { promise, resolve, reject } = Promise.withResolvers<unknown>()
        sent.push({ command, id, arrive: () => resolve(null), refuse: (why) => reject(new Error(why)) })
        return promise
      },
    },
    kept: {
      put: (id, value) => hasRoom && kept.set(id, value) === kept,
      remove: (id) => kept.delete(id),
      list: () => [...kept].map(([key, value]) => ({ key, value })),
    },
  })
  return { answers, sent, kept }
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

describe('an answer', () => {
  it('is sent once, bound to its request and input, and kept until it has arrived', async () => {
    const { answers, sent, kept } = createStage()
    const first = answers.give(REQUEST, ALLOW)
    expect(await answers.give(REQUEST, { behavior: 'deny' })).toBe(false)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.command).toEqual({
      kind: 'decide',
      sessionId: 's',
      request_id: 'r',
      inputHash: 'h',
      behavior: 'allow',
    })
    expect(answers.find(REQUEST)).toMatchObject({ state: 'sending', answer: ALLOW, isRestored: false })
    expect([...kept.keys()]).toEqual([sent[0]?.id])
    sent[0]?.arrive()
    expect(await first).toBe(true)
    expect(answers.find(REQUEST)?.state).toBe('arrived')
    expect(kept.size).toBe(0)
  })

  it('can be given again where it was refused', async () => {
    const { answers, sent, kept } = createStage()
    const first = answers.give(REQUEST, ALLOW)
    sent[0]?.refuse('The input has changed.')
    expect(await first).toBe(false)
    expect(answers.find(REQUEST)).toMatchObject({ state: 'refused', problem: 'The input has changed.' })
    expect(kept.size).toBe(0)
    void answers.give(REQUEST, ALLOW)
    expect(sent).toHaveLength(2)
    expect(answers.find(REQUEST)).toMatchObject({ state: 'sending', problem: null })
  })

  it('is remembered while it is on its way though its card is gone, and forgotten with its card afterwards', async () => {
    const { answers, sent } = createStage()
    const first = answers.give(REQUEST, ALLOW)
    answers.release(REQUEST)
    vi.advanceTimersByTime(1)
    expect(answers.find(REQUEST)?.state).toBe('sending')
    sent[0]?.arrive()
    await first
    answers.release(REQUEST)
    // In the same moment the inbox still reads what was answered.
    expect(answers.find(REQUEST)?.state).toBe('arrived')
    vi.advanceTimersByTime(1)
    expect(answers.find(REQUEST)).toBeUndefined()
  })

  it('that has arrived and whose card was gone before is forgotten after a minute', async () => {
    const { answers, sent } = createStage()
    const first = answers.give(REQUEST, ALLOW)
    sent[0]?.arrive()
    await first
    vi.advanceTimersByTime(60_000)
    expect(answers.find(REQUEST)).toBeUndefined()
  })

  it('of an earlier visit is sent again under its id, and none is given beside it', async () => {
    const earlier = createStage()
    void earlier.answers.give(REQUEST, { behavior: 'deny', message: 'No.' })
    const { answers, sent, kept } = createStage({ kept: earlier.kept })
    answers.restore()
    expect(sent.map(({ id, command }) => ({ id, command }))).toEqual(
      earlier.sent.map(({ id, command }) => ({ id, command })),
    )
    await answers.give(REQUEST, ALLOW)
    expect(sent).toHaveLength(1)
    expect(answers.find(REQUEST)).toMatchObject({
      state: 'sending',
      answer: { behavior: 'deny', message: 'No.' },
      isRestored: true,
    })
    sent[0]?.arrive()
    await vi.advanceTimersByTimeAsync(1)
    expect(kept.size).toBe(0)
  })

  it('that the browser has no room to keep would be lost with the page until it has arrived', async () => {
    const { answers, sent } = createStage({ hasRoom: false })
    const first = answers.give(REQUEST, ALLOW)
    expect(answers.hasUnkept).toBe(true)
    sent[0]?.arrive()
    await first
    expect(answers.hasUnkept).toBe(false)
  })

  it('guards the next card for half a second against the second of two clicks', () => {
    const { answers } = createStage()
    void answers.give(REQUEST, ALLOW)
    vi.advanceTimersByTime(400)
    // Also one that is not given, because it was before.
    void answers.give(REQUEST, ALLOW)
    vi.advanceTimersByTime(400)
    expect(answers.store.getState().wasJustGiven).toBe(true)
    vi.advanceTimersByTime(100)
    expect(answers.store.getState().wasJustGiven).toBe(false)
  })
})
