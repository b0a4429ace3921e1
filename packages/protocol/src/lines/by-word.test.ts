import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { byWord } from './by-word.ts'

const Shape = byWord<{ kind: string }>('kind', {
  circle: z.looseObject({ kind: z.literal('circle'), radius: z.number() }),
})

describe('byWord', () => {
  it('checks an object by the schema that its word names', () => {
    expect(Shape.safeParse({ kind: 'circle', radius: 1 }).success).toBe(true)
    expect(Shape.safeParse({ kind: 'circle', radius: 'wide' }).error?.issues[0]?.path).toEqual(['radius'])
  })

  it('lets a word it does not know pass, with every field', () => {
    const square = { kind: 'square', side: { length: 2 } }
    expect(Shape.parse(square)).toEqual(square)
  })

  it('takes no property of Object.prototype for a schema', () => {
    expect(Shape.safeParse({ kind: 'constructor' }).success).toBe(true)
    expect(Shape.safeParse({ kind: '__proto__' }).success).toBe(true)
  })

  it('wants the word to be there', () => {
    expect(Shape.safeParse({ radius: 1 }).success).toBe(false)
  })
})
