import { describe, expect, it } from 'vitest'
import { withoutFullStop } from './without-full-stop.ts'

describe('withoutFullStop', () => {
  it('leaves the end to the sentence around a title, and all other marks as they are', () => {
    expect(withoutFullStop('It loops after sign-in.')).toBe('It loops after sign-in')
    expect(withoutFullStop('Why is CI red?')).toBe('Why is CI red?')
    expect(withoutFullStop('And so on...')).toBe('And so on...')
    expect(withoutFullStop('No end')).toBe('No end')
  })
})
