import { describe, expect, it } from 'vitest'
import { findUnread } from './find-unread.ts'

describe('findUnread', () => {
  it('is empty for lines that we know', () => {
    expect(findUnread(['{"type":"keep_alive"}', '{"type":"system","subtype":"notification","text":"x"}'])).toEqual([])
  })

  it('names what is unknown, misshapen or broken, and how often', () => {
    const newer = '{"type":"system","subtype":"of_tomorrow"}'
    const bent = '{"type":"system","subtype":"notification","text":"x","timeout_ms":"soon"}'
    const found = findUnread([newer, newer, bent, '{"type":"system","subtype":"notification"}', 'null'])
    expect(found).toEqual([
      'known message in another shape: system/notification (1)',
      'malformed: The line is not a JSON object (1)',
      expect.stringMatching(/^system: timeout_ms does not fit: .*\(1\)$/),
      'unknown message: system/of_tomorrow (2)',
    ])
  })
})
