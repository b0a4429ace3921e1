import type { z } from 'zod'

/** A field that was left out because it did not have the expected shape. */
export interface Fault {
  path: (string | number)[]
  problem: string
}

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
  let fitting = value
  let result = schema.safeParse(fitting)
  if (result.success) return { value: fitting as z.infer<S>, faults: NO_FAULTS }
  const faults: Fault[] = []
  while (!result.success) {
    for (const issue of result.error.issues) {
      const removable = findNearestField(fitting, issue.path)
      if (removable === null) return null
      fitting = withoutField(fitting, removable)
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

function readPath(root: unknown, path: Fault['path']): unknown {
  let at: unknown = root
  for (const key of path) {
    if (at === null || typeof at !== 'object') return undefined
    at = (at as Record<PropertyKey, unknown>)[key]
  }
  return at
}

/** A copy without the field; what lies off the path is shared with the original. */
export function withoutField(root: unknown, path: Fault['path']): unknown {
  const [key, ...rest] = path as [string | number, ...Fault['path']]
  const copy = (Array.isArray(root) ? [...root] : { ...(root as object) }) as Record<PropertyKey, unknown>
  if (rest.length === 0) delete copy[key]
  else copy[key] = withoutField(copy[key], rest)
  return copy
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
