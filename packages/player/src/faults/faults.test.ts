import { describe, expect, it } from 'vitest'
import { PlayerError } from '../player-error.ts'
import { faultNames, NO_FAULTS, parseFaults } from './faults.ts'

describe('parseFaults', () => {
  it('has none where none is named', () => {
    expect(parseFaults('')).toEqual(NO_FAULTS)
  })

  it('takes several, with their numbers', () => {
    expect(parseFaults('split, crash-after=3,exit-after=4:9,late-responses=50')).toEqual({
      ...NO_FAULTS,
      split: true,
      crashAfter: 3,
      exitAfter: { lines: 4, code: 9 },
      lateResponsesMs: 50,
    })
  })

  it('ends with 0 where no code is given', () => {
    expect(parseFaults('exit-after=4').exitAfter).toEqual({ lines: 4, code: 0 })
  })

  it.each(['explode', 'constructor', 'crash-after', 'crash-after=x', 'exit-after=1:x', 'huge-line=-1'])(
    'refuses %s',
    (fault) => {
      expect(() => parseFaults(fault)).toThrow(PlayerError)
    },
  )

  it('knows every fault by one name', () => {
    expect(faultNames).toHaveLength(Object.keys(NO_FAULTS).length)
  })
})
