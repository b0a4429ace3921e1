import { describe, expect, it } from 'vitest'
import { compareVersions } from './compare-versions.ts'

describe('compareVersions', () => {
  it('compares numbers as numbers', () => {
    expect(['2.1.325', '2.1.38', '2.10.0', '2.1.38'].sort(compareVersions)).toEqual([
      '2.1.38',
      '2.1.38',
      '2.1.325',
      '2.10.0',
    ])
  })
})
