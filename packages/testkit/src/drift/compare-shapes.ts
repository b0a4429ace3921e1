import { toShape } from './to-shape.ts'

/** What a second set of lines has that a first has not, and the other way round. */
export interface ShapeDifference {
  newMessages: string[]
  goneMessages: string[]
  /** Of messages that are in both. */
  newFields: string[]
  goneFields: string[]
}

/** Compares messages by type and subtype, and each by the fields it has in any of the lines. */
export function compareShapes(before: readonly string[], after: readonly string[]): ShapeDifference {
  const [old, new_] = [toFieldsByName(before), toFieldsByName(after)]
  return {
    newMessages: without(new_.keys(), old),
    goneMessages: without(old.keys(), new_),
    newFields: findFields(new_, old),
    goneFields: findFields(old, new_),
  }
}

export function isSame(difference: ShapeDifference): boolean {
  return Object.values(difference).every((list) => list.length === 0)
}

type FieldsByName = Map<string, Set<string>>

function toFieldsByName(lines: readonly string[]): FieldsByName {
  const byName: FieldsByName = new Map()
  for (const line of lines) {
    const shape = toShape(line)
    if (shape === null) continue
    const known = byName.get(shape.name) ?? new Set()
    for (const field of shape.fields) known.add(field)
    byName.set(shape.name, known)
  }
  return byName
}

function without(names: Iterable<string>, known: FieldsByName): string[] {
  return [...names].filter((name) => !known.has(name)).sort()
}

/** The topmost new ones: what stands inside a new field is new as well, and need not be told. */
function findFields(from: FieldsByName, against: FieldsByName): string[] {
  return [...from].flatMap(([name, fields]) => {
    const known = against.get(name)
    if (known === undefined) return []
    const extra = [...fields].filter((field) => !known.has(field))
    const top = extra.filter((field) => !extra.some((other) => field !== other && isInside(field, other)))
    return top.map((field) => `${name}: ${field}`).sort()
  })
}

function isInside(field: string, outer: string): boolean {
  return field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`)
}
