import { describe, expect, it } from 'vitest'
import { compareWords } from './compare-words.ts'

const words = (types: string[], subtypes: string[], flags: string[]) => ({
  types: new Set(types),
  subtypes: new Set(subtypes),
  flags: new Set(flags),
})

describe('compareWords', () => {
  it('tells what the CLI knows and we do not, and the reverse', () => {
    const found = compareWords(
      words(['user', 'ping', 'rectangle'], ['init', 'can_use_tool', 'brand_new'], ['--model', '--new']),
    )
    expect(found.unknownSubtypes).toEqual(['brand_new'])
    expect(found.otherTypes).toEqual(['rectangle'])
    expect(found.missingSubtypes).toContain('set_model')
    expect(found.missingSubtypes).not.toContain('init')
    expect(found.missingTypes).toContain('assistant')
    expect(found.missingTypes).not.toContain('ping')
    expect(found.missingFlags).toContain('--resume')
    expect(found.missingFlags).not.toContain('--model')
  })

  it('takes the second word of a stream event for a type, which it is on the wire', () => {
    const { missingTypes, missingSubtypes } = compareWords(words([], [], []))
    expect(missingTypes).toContain('content_block_delta')
    expect(missingSubtypes).not.toContain('content_block_delta')
  })
})
