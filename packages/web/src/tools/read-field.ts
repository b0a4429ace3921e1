/**
 * Reads of tool inputs and results, which may still stream, or be of another CLI: a field may be missing, or of another kind.
 * Name the type of `@quarterdeck/protocol/tools`, as in `textOf<BashInput>(input, 'command')`, and the compiler knows the fields. Only the
 * types: the schemas would double what the page loads, and a lenient read is needed while an input streams in any case.
 */

type Known<T> = T extends unknown
  ? keyof { [Name in keyof T as string extends Name ? never : Name]: 1 } & string
  : never

/** The fields of a tool's input or result by name, of each variant where there are several; any name for what has no type. */
export type FieldName<T> = unknown extends T ? string : Known<T>

export function textOf<T = unknown>(value: unknown, name: FieldName<T>): string | undefined {
  const found = fieldOf<T>(value, name)
  return typeof found === 'string' ? found : undefined
}

export function numberOf<T = unknown>(value: unknown, name: FieldName<T>): number | undefined {
  const found = fieldOf<T>(value, name)
  return typeof found === 'number' ? found : undefined
}

export function listOf<T = unknown>(value: unknown, name: FieldName<T>): readonly unknown[] {
  const found = fieldOf<T>(value, name)
  return Array.isArray(found) ? found : []
}

export function fieldOf<T = unknown>(value: unknown, name: FieldName<T>): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
