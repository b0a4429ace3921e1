import { isAbsolute } from 'node:path'
import { isBelow } from '../files/is-below.ts'
import type { PolicyContext } from './policy-options.ts'
import type { Rule } from './rule.ts'

/** As `folderBelowRoots`, and nothing that is protected: Claude reads and writes its own folder with few questions. */
export const sessionFolder: Rule = (value, context) => {
  const why = folderBelowRoots(value, context)
  if (why !== null) return why
  const paths = [String(value), toFolder(value, context) as string]
  const [found] = paths.map(context.classify).filter(({ kind }) => kind === 'protected')
  return found?.kind === 'protected' ? `is no folder for a session: it ${found.why}` : null
}

/** Below the roots, links followed; where there are no roots, everywhere. Whether it is trusted is another question. */
export const folderBelowRoots: Rule = (value, context) => {
  const folder = toFolder(value, context)
  if (folder === null) return 'is no folder that exists, named from / on'
  return isBelowRoots(folder, context)
    ? null
    : `is not below ${context.roots.join(' or ')}, to which --root keeps sessions`
}

/** A folder that a session may work in besides its own: below the roots, or, where there are none, one that is trusted. */
export const furtherFolder: Rule = (value, context) => {
  const why = sessionFolder(value, context)
  if (why !== null || context.roots.length > 0) return why
  return context.isTrusted(toFolder(value, context) as string)
    ? null
    : 'is not trusted. Start a session there and trust it first'
}

function toFolder(value: unknown, context: PolicyContext): string | null {
  return typeof value === 'string' && isAbsolute(value) ? context.toRealFolder(value) : null
}

function isBelowRoots(folder: string, { roots }: PolicyContext): boolean {
  return roots.length === 0 || roots.some((root) => isBelow(folder, root))
}
