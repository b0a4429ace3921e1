import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseLeniently } from './repair.ts'
import { withoutField } from './without-field.ts'

const Card = z.looseObject({
  id: z.string(),
  note: z.string().optional(),
  rules: z.array(z.looseObject({ name: z.string() })).optional(),
  totals: z.record(z.string(), z.looseObject({ tokens: z.number() })).optional(),
  blocks: z.array(z.looseObject({ text: z.string() })),
})

const good = { id: 'a', blocks: [{ text: 'x' }] }

describe('parseLeniently', () => {
  it('gives back the very object that fits, with fields it does not know', () => {
    const value = { ...good, extra: { deep: [1] } }
    const parsed = parseLeniently(Card, value)
    expect(parsed?.value).toBe(value)
    expect(parsed?.faults).toEqual([])
  })

  it('leaves out an optional field of the wrong type and names it', () => {
    const value = { ...good, note: 7, extra: 1 }
    const parsed = parseLeniently(Card, value)
    expect(parsed?.value).toEqual({ ...good, extra: 1 })
    expect(parsed?.faults.map((fault) => fault.path)).toEqual([['note']])
    expect(value.note).toBe(7)
  })

  it('leaves out a whole list when one element lacks what it needs, rather than hiding the element', () => {
    const parsed = parseLeniently(Card, { ...good, rules: [{ name: 'x' }, { nome: 'y' }] })
    expect(parsed?.value).toEqual(good)
    expect(parsed?.faults.map((fault) => fault.path)).toEqual([['rules']])
  })

  it('leaves out a list once when several of its elements are broken', () => {
    const parsed = parseLeniently(Card, { ...good, rules: [{}, {}, { name: 1 }] })
    expect(parsed?.value).toEqual(good)
    expect(parsed?.faults.map((fault) => fault.path).at(-1)).toEqual(['rules'])
  })

  it('leaves out only the broken entry of a map', () => {
    const parsed = parseLeniently(Card, { ...good, totals: { opus: { tokens: 1 }, haiku: { tokens: 'many' } } })
    expect(parsed?.value).toEqual({ ...good, totals: { opus: { tokens: 1 } } })
  })

  it('gives null when something required is missing or wrong, however deep', () => {
    expect(parseLeniently(Card, { blocks: [] })).toBeNull()
    expect(parseLeniently(Card, { ...good, id: 1 })).toBeNull()
    expect(parseLeniently(Card, { id: 'a', blocks: [{ text: 1 }] })).toBeNull()
    expect(parseLeniently(Card, 'text')).toBeNull()
  })

  it('names faults so that another place can leave out the same fields without the schema', () => {
    const value = { ...good, note: 7, totals: { haiku: { tokens: 'many' } } }
    const parsed = parseLeniently(Card, value)
    const again = parsed?.faults.reduce<unknown>((rest, fault) => withoutField(rest, fault.path), value)
    expect(again).toEqual(parsed?.value)
  })
})
