import { findControlEntry } from '@quarterdeck/protocol'
import { ServerError } from '../server-error.ts'
import { toIssueSentence } from '../to-issue-sentence.ts'
import type { Wish } from './judge.ts'
import type { PolicyContext } from './policy-options.ts'

/** Could be an id; no path, and nothing that could be read as a flag. */
const WORD = /^[A-Za-z0-9][\w-]{0,199}$/

/**
 * What was refused because of the value of a field that a caller may send: where that value means nothing to anybody, it is a mistake,
 * and no wish for power. Null where it stays a refusal.
 */
export function findMistake(wish: Wish, what: string, context: PolicyContext): ServerError | null {
  if (wish.door === 'permissions') return null
  const value = wish.request[what]
  if (wish.door === 'control') return findWrongKind(wish.request, what)
  if (what === 'resume' && typeof value === 'string' && WORD.test(value))
    return new ServerError('not_found', `There is no session '${value.slice(0, 100)}'.`)
  if (what !== 'addDirs' || !Array.isArray(value)) return null
  const missing = value.find((path) => context.toRealFolder(String(path)) === null)
  if (missing === undefined) return null
  return new ServerError(
    'bad_request',
    `'addDirs': there is no folder '${String(missing).slice(0, 200)}'. Name it from / on.`,
  )
}

/** Of another kind than the CLI takes it: a number for a name. */
function findWrongKind(
  request: Readonly<Record<string, unknown>> & { subtype: string },
  field: string,
): ServerError | null {
  const issues = findControlEntry(request.subtype)?.request.safeParse(request).error?.issues ?? []
  const issue = issues.find(({ path }) => path[0] === field)
  return issue === undefined ? null : new ServerError('bad_request', `'${request.subtype}': ${toIssueSentence(issue)}`)
}
