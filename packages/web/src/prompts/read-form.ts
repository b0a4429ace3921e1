import { toTable } from '../text/to-table.ts'
import { fieldOf, listOf, numberOf, textOf } from '../tools/read-field.ts'

/** A field of a form that an MCP server asks for; its value is kept as text until it is sent. */
export interface FormField {
  name: string
  title: string
  description?: string
  /** `choices` are several of the options. */
  kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices'
  options: readonly { value: string; label: string }[]
  isRequired: boolean
  initial: string
  inputType: 'text' | 'email' | 'url' | 'date' | 'datetime-local'
}

const INPUT_TYPES: Readonly<Record<string, FormField['inputType']>> = toTable({
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'datetime-local',
})

/** The fields of an elicitation's schema, which is flat by the protocol of MCP. */
export function readForm(request: unknown): FormField[] {
  const schema = fieldOf(request, 'requested_schema') ?? fieldOf(request, 'requestedSchema')
  const properties = fieldOf(schema, 'properties')
  if (properties === null || typeof properties !== 'object') return []
  const required = listOf(schema, 'required')
  const order = listOf(request, 'property_order')
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.entries(properties)
    .sort(([one], [other]) => place(one) - place(other))
    .map(([name, property]) => toField(name, property, required.includes(name)))
}

function toField(name: string, property: unknown, isRequired: boolean): FormField {
  const several = textOf(property, 'type') === 'array' ? fieldOf(property, 'items') : undefined
  const options = toOptions(several ?? property)
  const type = textOf(property, 'type')
  const description = textOf(property, 'description')
  const initial = fieldOf(property, 'default')
  const isPlain = type === 'number' || type === 'integer' || type === 'boolean'
  const kind = options.length > 0 ? (several === undefined ? 'choice' : 'choices') : isPlain ? type : 'text'
  return {
    name,
    title: textOf(property, 'title') ?? name,
    kind,
    options,
    isRequired,
    initial: initial === undefined ? '' : Array.isArray(initial) ? joinChoices(initial.map(String)) : String(initial),
    inputType: INPUT_TYPES[textOf(property, 'format') ?? ''] ?? 'text',
    ...(description !== undefined && { description }),
  }
}

function toOptions(property: unknown): FormField['options'] {
  const names = listOf(property, 'enumNames')
  const plain = listOf(property, 'enum').map((value, index) => ({
    value: String(value),
    label: typeof names[index] === 'string' ? names[index] : String(value),
  }))
  const titled = [...listOf(property, 'oneOf'), ...listOf(property, 'anyOf')].map((option) => {
    const value = textOf(option, 'const') ?? String(numberOf(option, 'const') ?? '')
    return { value, label: textOf(option, 'title') ?? value }
  })
  return plain.length > 0 ? plain : titled
}

/** Several values as one text: as JSON, because a value may hold any letter. */
export function joinChoices(values: readonly string[]): string {
  return values.length === 0 ? '' : JSON.stringify(values)
}

export function splitChoices(text: string): string[] {
  return text === '' ? [] : (JSON.parse(text) as string[])
}

export type FormContent = { ok: true; value: Record<string, unknown> } | { ok: false; problem: string }

/** What was filled in, in the types that the server asked for; what was left empty is left out. */
export function toContent(fields: readonly FormField[], values: Readonly<Record<string, string>>): FormContent {
  const value: Record<string, unknown> = {}
  for (const field of fields) {
    const text = values[field.name] ?? ''
    if (field.kind === 'boolean') value[field.name] = text === 'true'
    else if (text.trim() === '') {
      if (field.isRequired) return { ok: false, problem: `'${field.title}' is needed.` }
    } else if (field.kind === 'number' || field.kind === 'integer') {
      const number = Number(text)
      if (Number.isNaN(number) || (field.kind === 'integer' && !Number.isInteger(number)))
        return {
          ok: false,
          problem: `'${field.title}' takes a ${field.kind === 'integer' ? 'whole ' : ''}number, not '${text}'.`,
        }
      value[field.name] = number
    } else value[field.name] = field.kind === 'choices' ? splitChoices(text) : text
  }
  return { ok: true, value }
}
