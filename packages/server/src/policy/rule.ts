import type { PolicyContext } from './policy-options.ts'

/** Why a value is refused, as the end of a sentence that begins with its name; null when it is not. */
export type Rule = (value: unknown, context: PolicyContext) => string | null

export const anything: Rule = () => null

export function text(longest = 1_000_000): Rule {
  return (value) => {
    if (typeof value !== 'string') return 'must be a text'
    return value.length > longest ? `is longer than ${longest} characters` : null
  }
}

export function word(pattern: RegExp, what: string): Rule {
  return (value) => (typeof value === 'string' && pattern.test(value) ? null : `is not ${what}`)
}

export const flag: Rule = (value) => (typeof value === 'boolean' ? null : 'must be true or false')

export const count: Rule = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? null : 'must be a number from 0 on'

export function orNull(rule: Rule): Rule {
  return (value, context) => (value === null ? null : rule(value, context))
}

export function each(rule: Rule): Rule {
  return (value, context) => {
    if (!Array.isArray(value)) return 'must be a list'
    for (const item of value) {
      const why = rule(item, context)
      if (why !== null) return `holds ${toName(item)}, which ${why}`
    }
    return null
  }
}

/** Only where the operator lets callers send configuration; then it is judged still. */
export function config(rule: Rule = anything): Rule {
  return (value, context) =>
    context.allowConfig
      ? rule(value, context)
      : 'is configuration, which callers may send only to a server started with --allow-config'
}

/** A name, an id or a number of a thing; never a path, and nothing that could be read as a flag. */
export const name = word(/^[\p{L}\p{N}_][\p{L}\p{N}_ .:@/+-]{0,199}$/u, 'a name')
export const id = word(/^[A-Za-z0-9_][\w:.-]{0,199}$/, 'an id')
export const lowerWord = word(/^[a-z]{1,20}$/, 'one of the words for this')
export const model = word(/^[A-Za-z0-9][\w.:[\]@/-]{0,199}$/, 'the name of a model')

function toName(item: unknown): string {
  const shown = typeof item === 'string' ? item : (JSON.stringify(item) ?? String(item))
  return `'${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}'`
}
