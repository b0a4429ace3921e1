import { describe, expect, it } from 'vitest'
import { readForm, toContent } from './read-form.ts'

const request = {
  property_order: ['name', 'age'],
  requested_schema: {
    type: 'object',
    properties: {
      age: { type: 'integer', title: 'Age' },
      name: { type: 'string', description: 'Your name', default: 'Ada' },
      colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
      size: { oneOf: [{ const: 's', title: 'Small' }] },
      sure: { type: 'boolean' },
      mail: { type: 'string', format: 'email' },
      extras: { type: 'array', items: { type: 'string', enum: ['Water', 'Wi-Fi'] }, default: ['Water'] },
    },
    required: ['name', 'age'],
  },
}

describe('a form of an MCP server', () => {
  it('has its fields in the order asked for, with their kinds, options and defaults', () => {
    const fields = readForm(request)
    expect(fields.map(({ name, kind, isRequired }) => `${name} ${kind}${isRequired ? ' !' : ''}`)).toEqual([
      'name text !',
      'age integer !',
      'colour choice',
      'size choice',
      'sure boolean',
      'mail text',
      'extras choices',
    ])
    expect(fields[0]).toMatchObject({ initial: 'Ada', description: 'Your name', title: 'name' })
    expect(fields[2]?.options).toEqual([
      { value: 'r', label: 'Red' },
      { value: 'g', label: 'Green' },
    ])
    expect(fields[5]?.inputType).toBe('email')
    expect(fields[6]).toMatchObject({ initial: '["Water"]', options: [{ value: 'Water' }, { value: 'Wi-Fi' }] })
  })

  it('sends what was filled in, typed, and leaves out what was not', () => {
    const fields = readForm(request)
    expect(
      toContent(fields, { name: 'Bo', age: '7', colour: 'g', sure: 'true', mail: '', extras: '["Wi-Fi"]' }),
    ).toEqual({
      ok: true,
      value: { name: 'Bo', age: 7, colour: 'g', sure: true, extras: ['Wi-Fi'] },
    })
  })

  it('says what is missing, and what is no number', () => {
    const fields = readForm(request)
    expect(toContent(fields, { name: ' ', age: '7' })).toEqual({ ok: false, problem: "'name' is needed." })
    expect(toContent(fields, { name: 'Bo', age: '7.5' })).toEqual({
      ok: false,
      problem: "'Age' takes a whole number, not '7.5'.",
    })
  })

  it('has no fields where there is no schema', () => {
    for (const odd of [null, {}, { requested_schema: 3 }, { requested_schema: { properties: null } }])
      expect(readForm(odd)).toEqual([])
  })
})
