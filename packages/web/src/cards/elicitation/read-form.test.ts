import { describe, expect, it } from 'vitest'
import { toLimitHint } from './form-limits.ts'
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

  it('is drawn whatever stands in it', () => {
    const odd: unknown[] = [
      { toString: 1 },
      { toString: null, valueOf: null },
      ['x', { toString: 1 }],
      '+275760-09-13T00:00:00Z',
      null,
    ]
    for (const value of odd)
      for (const more of [
        { type: 'string' },
        { type: 'string', format: 'date-time' },
        { type: 'string', enum: [value, 'a'] },
        { type: 'array', items: { enum: [value, 'a'] } },
        { oneOf: [value, { const: value }] },
      ])
        expect(readForm({ requested_schema: { properties: { odd: { ...more, default: value } } } })).toHaveLength(1)
    expect(readForm({ requested_schema: { properties: { n: { type: 'number', default: 0 } } } })[0]?.initial).toBe('0')
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
    expect(toContent(fields, { name: ' ', age: '7' })).toEqual({
      ok: false,
      field: 'name',
      problem: "'name' is needed.",
    })
    expect(toContent(fields, { name: 'Bo', age: '7.5' })).toEqual({
      ok: false,
      field: 'age',
      problem: "'Age' takes a whole number, not '7.5'.",
    })
  })

  const toFields = (properties: object) => readForm({ requested_schema: { properties } })
  const limited = {
    age: { type: 'integer', title: 'Age', minimum: 18, maximum: 99 },
    share: { type: 'number', title: 'Share', maximum: 0.5 },
    nick: { type: 'string', title: 'Nick', minLength: 3, maxLength: 5 },
    code: { type: 'string', title: 'Code', maxLength: 1, pattern: '^[A-Z]$' },
    days: {
      type: 'array',
      title: 'Days',
      items: { anyOf: [{ const: 'm', title: 'Monday' }, { const: 't' }] },
      minItems: 2,
    },
    mail: { type: 'string', title: 'Mail', format: 'email' },
    site: { type: 'string', title: 'Site', format: 'uri' },
    when: { type: 'string', title: 'When', format: 'date-time' },
  }

  it('says beforehand what each field takes', () => {
    expect(toFields(limited).map(toLimitHint)).toEqual([
      'A whole number. 18 to 99.',
      'At most 0.5.',
      '3 to 5 characters.',
      'At most 1 character. It must match ^[A-Z]$',
      'Choose at least 2.',
      'An e-mail address.',
      'An address, such as https://example.com.',
      expect.stringMatching(/^By the clock here \([\w/+-]+\)\.$/),
    ])
  })

  it.each([
    [{ age: '17' }, "'Age' takes at least 18, not 17."],
    [{ age: '100' }, "'Age' takes at most 99, not 100."],
    [{ age: 'Infinity' }, "'Age' takes a whole number, not 'Infinity'."],
    [{ share: '0.6' }, "'Share' takes at most 0.5, not 0.6."],
    [{ nick: 'ab' }, "'Nick' takes at least 3 characters; there are 2."],
    [{ nick: 'abcdef' }, "'Nick' takes at most 5 characters; there are 6."],
    [{ code: 'AB' }, "'Code' takes at most 1 character; there are 2."],
    [{ days: '["m"]' }, "'Days' takes at least 2 of its options; 1 is chosen."],
    [{ mail: 'nobody' }, "'Mail' takes an e-mail address, not 'nobody'."],
    [{ site: 'example' }, "'Site' takes an address that begins with https:// or the like, not 'example'."],
  ])('refuses %j with the field and its limit', (values, problem) => {
    expect(toContent(toFields(limited), values as unknown as Record<string, string>)).toEqual({
      ok: false,
      field: Object.keys(values)[0],
      problem,
    })
  })

  it('takes what is within the limits, letters beyond the usual ones counted as one, and times with their zone', () => {
    const values = {
      age: '18',
      share: '-1',
      nick: '🦆🦆🦆',
      days: '["m","t"]',
      mail: ' a@b ',
      site: 'urn:x',
      when: '2026-01-02T10:00',
    }
    expect(toContent(toFields(limited), values)).toEqual({
      ok: true,
      value: {
        age: 18,
        share: -1,
        nick: '🦆🦆🦆',
        days: ['m', 't'],
        mail: 'a@b',
        site: 'urn:x',
        when: expect.stringMatching(/^2026-01-02T10:00:00[+-]\d\d:\d\d$/),
      },
    })
  })

  it('begins with what the server gave, as far as it can be seen', () => {
    const fields = toFields({
      when: { type: 'string', format: 'date-time', default: '2026-01-02T10:00:00Z' },
      bad: { type: 'string', format: 'date-time', default: 'soon' },
      day: { type: 'string', format: 'date', default: '2026-01-02' },
      noDay: { type: 'string', format: 'date', default: 'soon' },
      size: { type: 'string', enum: ['s'], default: 'xl' },
      extras: { type: 'array', items: { enum: ['a', 'b'] }, default: ['b', 'z'] },
      sure: { type: 'boolean', default: true },
      count: { type: 'integer', default: 0 },
    })
    const [when = '', ...others] = fields.map(({ initial }) => initial)
    expect(new Date(when)).toEqual(new Date('2026-01-02T10:00:00Z'))
    expect(others).toEqual(['', '2026-01-02', '', '', '["b"]', 'true', '0'])
  })

  it('has no fields where there is no schema', () => {
    for (const odd of [null, {}, { requested_schema: 3 }, { requested_schema: { properties: null } }])
      expect(readForm(odd)).toEqual([])
  })
})
