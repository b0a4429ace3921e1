/**
 * JSON as RFC 8785 writes it: the same bytes for the same data, whoever sends it. Keys stand in the order of their UTF-16 units,
 * numbers as JavaScript prints them. Where the RFC gives up, at half of a surrogate pair, its escape is written: a command that
 * holds one must have a hash too. What is no data (`undefined`, a function) is left out of objects, as JSON does.
 *
 * Without recursion: how deep the data is, is for others to decide, and must not end us.
 */
export function toCanonicalJson(value: unknown): string {
  let written = ''
  const open: (Piece | Value)[] = [{ value }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') written += next
    else if (typeof next.value !== 'object' || next.value === null) written += toScalar(next.value)
    // Not spread: a list may be longer than a call may have arguments.
    else for (const piece of toPieces(next.value).reverse()) open.push(piece)
  }
  return written
}

/** Text that is written already, and data that is not. */
type Piece = string
interface Value {
  value: unknown
}

function toPieces(value: object): (Piece | Value)[] {
  return Array.isArray(value) ? toItems(value) : toMembers(value)
}

function toItems(items: readonly unknown[]): (Piece | Value)[] {
  return ['[', ...items.flatMap((value, index) => [...(index > 0 ? [','] : []), { value }]), ']']
}

function toMembers(object: object): (Piece | Value)[] {
  const members = Object.entries(object).filter(([, value]) => isData(value))
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    '{',
    ...members.flatMap(([key, value], index) => [`${index > 0 ? ',' : ''}${JSON.stringify(key)}:`, { value }]),
    '}',
  ]
}

function toScalar(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is no JSON.`)
  return isData(value) ? JSON.stringify(value) : 'null'
}

function isData(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'
}
