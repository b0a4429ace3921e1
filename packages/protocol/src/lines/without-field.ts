/** A field that was left out because it did not have the expected shape. */
export interface Fault {
  path: (string | number)[]
  problem: string
}

/** A copy without the field; what lies off the path is shared with the original. */
export function withoutField(root: unknown, path: Fault['path']): unknown {
  const [key, ...rest] = path as [string | number, ...Fault['path']]
  const copy = (Array.isArray(root) ? [...root] : { ...(root as object) }) as Record<PropertyKey, unknown>
  if (rest.length === 0) delete copy[key]
  else copy[key] = withoutField(copy[key], rest)
  return copy
}
