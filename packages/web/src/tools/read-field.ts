/** Fields of a value that the CLI, or a tool of somebody else's, wrote: they may be missing, or of another kind. */

export function textOf(value: unknown, name: string): string | undefined {
  const found = fieldOf(value, name)
  return typeof found === 'string' ? found : undefined
}

export function numberOf(value: unknown, name: string): number | undefined {
  const found = fieldOf(value, name)
  return typeof found === 'number' ? found : undefined
}

export function listOf(value: unknown, name: string): readonly unknown[] {
  const found = fieldOf(value, name)
  return Array.isArray(found) ? found : []
}

export function fieldOf(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
