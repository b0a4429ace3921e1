import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toJsonSchema } from '../lines/to-json-schema.ts'
import { byKind } from './by-kind.ts'

const Value = byKind({ text: z.string(), object: z.looseObject({ size: z.number().optional() }) })

describe('byKind', () => {
  it('checks a value by the schema of its kind', () => {
    expect(Value.safeParse('words').success).toBe(true)
    expect(Value.parse({ size: 1, colour: 'red' })).toEqual({ size: 1, colour: 'red' })
  })

  it('names the field at fault, not the whole value', () => {
    const List = z.looseObject({ values: z.array(Value) })
    const result = List.safeParse({ values: ['words', { size: 'wide' }] })
    expect(result.error?.issues.map((issue) => issue.path)).toEqual([['values', 1, 'size']])
  })

  it.each([[['a', 'list']], [null], [undefined], [7], [true]])('refuses %j, a kind it has no schema for', (value) => {
    const result = Value.safeParse(value)
    expect(result.error?.issues[0]?.path).toEqual([])
    expect(result.error?.issues[0]?.message).toBe('Invalid input: expected text or object')
  })

  it('is described with each of its kinds', () => {
    expect(toJsonSchema(Value).anyOf).toMatchObject([{ type: 'string' }, { type: 'object' }])
  })

  it('refuses a required field that is missing', () => {
    expect(z.looseObject({ value: Value }).safeParse({}).success).toBe(false)
    expect(z.looseObject({ value: Value.optional() }).safeParse({}).success).toBe(true)
  })
})
