import type { z } from 'zod'

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** What is wrong with something that was sent, in words for whoever sent it. */
export function toIssueSentence(issue: z.core.$ZodIssue): string {
  const where = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => `'${key}'`).join(', ')
    return `Nobody knows ${names}${where === '' ? '' : ` in '${where}'`}. GET /api/openapi.json says what there is.`
  }
  const what = toWords(issue)
  if (where === '') return /^[a-z]/.test(what) ? `What was sent ${what}.` : `${what}.`
  // Our own words go on behind the name; those of zod are sentences.
  return `'${where}'${/^[a-z]/.test(what) ? ' ' : ': '}${what}.`
}

function toWords(issue: z.core.$ZodIssue): string {
  const { message } = issue
  if (issue.code === 'too_small' && issue.minimum === 1 && /^(string|array)$/.test(issue.origin)) return 'is empty'
  if (issue.code !== 'invalid_type' || !message.startsWith('Invalid input')) return message
  if (message.endsWith('received undefined')) return 'is missing'
  return `has to be ${KINDS[issue.expected] ?? `of the kind ${issue.expected}`}`
}
