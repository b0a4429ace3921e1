import type { z } from 'zod'
import { fits } from './fits.ts'
import { type Fault, withoutField } from './without-field.ts'

const NO_FAULTS: readonly Fault[] = Object.freeze([])

/**
 * A newer CLI changes the type of a field we merely like to have. Losing a whole message over it, or an approval, would be
 * far worse than losing the field: so what does not fit is left out and named, as long as nothing required is missing.
 * What fits comes back as it is, unknown fields and all.
 */
export function parseLeniently<S extends z.ZodType>(
  schema: S,
  value: unknown,
): { value: z.infer<S>; faults: readonly Fault[] } | null {
  if (fits(schema, value)) return { value: value as z.infer<S>, faults: NO_FAULTS }
  let fitting = value
  let result = schema.safeParse(fitting)
  const faults: Fault[] = []
  while (!result.success) {
    const removed: Fault['path'][] = []
    for (const issue of result.error.issues) {
      if (removed.some((path) => isBelow(issue.path, path))) continue
      const removable = findNearestField(fitting, issue.path)
      if (removable === null) return null
      fitting = withoutField(fitting, removable)
      removed.push(removable)
      faults.push({ path: removable, problem: issue.message })
    }
    result = schema.safeParse(fitting)
  }
  return { value: fitting as z.infer<S>, faults }
}

/** The innermost field on the path. Elements of a list do not count: to drop one would hide that it was ever there. */
function findNearestField(root: unknown, issuePath: readonly PropertyKey[]): Fault['path'] | null {
  const path = issuePath as Fault['path']
  for (let length = path.length; length > 0; length--) {
    const parent = readPath(root, path.slice(0, length - 1))
    if (isObject(parent) && Object.hasOwn(parent, path[length - 1] as PropertyKey)) return path.slice(0, length)
  }
  return null
}

function isBelow(path: readonly PropertyKey[], above: readonly PropertyKey[]): boolean {
  return above.every((key, index) => path[index] === key)
}

function readPath(root: unknown, path: Fault['path']): unknown {
  let at: unknown = root
  for (const key of path) {
    if (at === null || typeof at !== 'object') return undefined
    at = (at as Record<PropertyKey, unknown>)[key]
  }
  return at
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
