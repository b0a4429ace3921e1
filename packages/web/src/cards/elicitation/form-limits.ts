import { numberOf, textOf } from '../../tools/read-field.ts'
import type { FormField, Limits } from './form-field.ts'

const NAMES: Readonly<Partial<Record<FormField['kind'], readonly [least: string, most: string]>>> = {
  text: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  choices: ['minItems', 'maxItems'],
}

export function readLimits(kind: FormField['kind'], property: unknown): Limits {
  const [low, high] = NAMES[kind] ?? []
  const least = low === undefined ? undefined : numberOf(property, low)
  const most = high === undefined ? undefined : numberOf(property, high)
  const pattern = kind === 'text' ? textOf(property, 'pattern') : undefined
  return {
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
    ...(pattern !== undefined && { pattern }),
  }
}

/** The limits of a field in words; empty where it takes anything. */
export function toLimitHint({ kind, limits, inputType }: FormField): string {
  const { pattern } = limits
  const words: string[] = []
  if (inputType === 'email') words.push('An e-mail address.')
  if (inputType === 'url') words.push('An address, such as https://example.com.')
  if (inputType === 'datetime-local') words.push(`By the clock here (${toHere()}).`)
  if (kind === 'integer') words.push('A whole number.')
  const range = toRange(limits)
  if (range !== null)
    words.push(kind === 'choices' ? `Choose ${range}.` : toSentence(`${range}${toUnit(kind, limits)}.`))
  if (pattern !== undefined) words.push(`It must match ${pattern}`)
  return words.join(' ')
}

function toRange({ least, most }: Limits): string | null {
  if (least !== undefined && most !== undefined) return least === most ? `exactly ${least}` : `${least} to ${most}`
  if (least !== undefined) return `at least ${least}`
  return most === undefined ? null : `at most ${most}`
}

function toUnit(kind: FormField['kind'], { least, most }: Limits): string {
  if (kind !== 'text') return ''
  return (most ?? least) === 1 ? ' character' : ' characters'
}

const toSentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
/** Its name: how far it is from Greenwich depends on the day that is filled in. */
const toHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Which limit a value breaks, as a sentence that names the field; null where it breaks none. */
export function findLimitProblem(field: FormField, value: unknown): string | null {
  const { title, kind, limits } = field
  const size = typeof value === 'number' ? value : toLength(value)
  const { least = -Infinity, most = Infinity } = limits
  if (size >= least && size <= most) return null
  const limit = size < least ? least : most
  const wanted = `${size < least ? 'at least' : 'at most'} ${limit}`
  const is = size === 1 ? 'is' : 'are'
  if (kind === 'choices') return `'${title}' takes ${wanted} of its options; ${size} ${is} chosen.`
  if (kind !== 'text') return `'${title}' takes ${wanted}, not ${size}.`
  return `'${title}' takes ${wanted} ${limit === 1 ? 'character' : 'characters'}; there ${is} ${size}.`
}

/** A schema counts letters, not the halves that some are written with. */
function toLength(value: unknown): number {
  return typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : 0
}
