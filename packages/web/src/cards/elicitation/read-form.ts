import { toTable } from '../../text/to-table.ts'
import { fieldOf, listOf, numberOf, textOf } from '../../tools/read-field.ts'
import type { FormField } from './form-field.ts'
import { findLimitProblem, readLimits } from './form-limits.ts'
import { toLocalTime, toZonedTime } from './local-time.ts'

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
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.entries(properties)
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([name, property]) => toField(name, property, required.includes(name)))
}

function toField(name: string, property: unknown, isRequired: boolean): FormField {
  const several = textOf(property, 'type') === 'array' ? fieldOf(property, 'items') : undefined
  const options = toOptions(several ?? property)
  const type = textOf(property, 'type')
  const description = textOf(property, 'description')
  const isPlain = type === 'number' || type === 'integer' || type === 'boolean'
  const kind = options.length > 0 ? (several === undefined ? 'choice' : 'choices') : isPlain ? type : 'text'
  const inputType = kind === 'text' ? (INPUT_TYPES[textOf(property, 'format') ?? ''] ?? 'text') : 'text'
  return {
    name,
    title: textOf(property, 'title') ?? name,
    kind,
    options,
    isRequired,
    initial: toInitial(fieldOf(property, 'default'), { kind, options, inputType }),
    inputType,
    limits: readLimits(kind, property),
    ...(description !== undefined && { description }),
  }
}

/** As the field can show it: what cannot be seen must not be sent. */
function toInitial(
  value: unknown,
  { kind, options, inputType }: Pick<FormField, 'kind' | 'options' | 'inputType'>,
): string {
  const text = toPlain(value)
  const isOption = (text: string) => options.some((option) => option.value === text)
  if (kind === 'choices') return Array.isArray(value) ? joinChoices(value.map(toPlain).filter(isOption)) : ''
  if (kind === 'choice') return isOption(text) ? text : ''
  if (inputType === 'datetime-local') return toLocalTime(text)
  return inputType === 'date' && !/^\d{4}-\d\d-\d\d$/.test(text) ? '' : text
}

/** Of what no field can hold, nothing: whoever wrote it may have written anything. */
function toPlain(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
}

function toOptions(property: unknown): FormField['options'] {
  const names = listOf(property, 'enumNames')
  const plain = listOf(property, 'enum').map((value, index) => ({
    value: toPlain(value),
    label: typeof names[index] === 'string' ? names[index] : toPlain(value),
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

/** `field` is the name of the one that the problem is with. */
export type FormContent = { ok: true; value: Record<string, unknown> } | { ok: false; field: string; problem: string }

/** The filled-in values in the types that the server asked for, without empty ones. */
export function toContent(fields: readonly FormField[], values: Readonly<Record<string, string>>): FormContent {
  const value: Record<string, unknown> = {}
  for (const field of fields) {
    const text = values[field.name] ?? ''
    if (field.kind === 'boolean') value[field.name] = text === 'true'
    else if (text.trim() === '') {
      if (field.isRequired) return { ok: false, field: field.name, problem: `'${field.title}' is needed.` }
    } else {
      const typed = toTyped(field, text)
      const problem = typed === null ? toKindProblem(field, text) : findLimitProblem(field, typed)
      if (problem !== null) return { ok: false, field: field.name, problem }
      value[field.name] = typed
    }
  }
  return { ok: true, value }
}

/** Null where the text is nothing of the kind. */
function toTyped({ kind, inputType }: FormField, text: string): unknown {
  if (kind === 'choices') return splitChoices(text)
  if (kind === 'number' || kind === 'integer') {
    const number = Number(text)
    return (kind === 'integer' ? Number.isInteger(number) : Number.isFinite(number)) ? number : null
  }
  if (inputType === 'datetime-local') return toZonedTime(text)
  if (inputType === 'email') return /^[^\s@]+@[^\s@]+$/.test(text.trim()) ? text.trim() : null
  if (inputType === 'url') return URL.canParse(text.trim()) ? text.trim() : null
  return text
}

function toKindProblem({ kind, inputType, title }: FormField, text: string): string {
  const wanted =
    kind === 'integer' ? 'a whole number' : kind === 'number' ? 'a number' : (WANTED[inputType] ?? 'something else')
  return `'${title}' takes ${wanted}, not '${text}'.`
}

const WANTED: Readonly<Partial<Record<FormField['inputType'], string>>> = {
  email: 'an e-mail address',
  url: 'an address that begins with https:// or the like',
  'datetime-local': 'a date and a time',
}
