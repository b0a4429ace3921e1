type Random = () => number

const STRANGE: unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  '\u0000',
  '\u2028',
  '💥',
  [],
  {},
  [[[]]],
  { __proto__: 1, constructor: 2 },
  'x'.repeat(1000),
]

/** A text that differs from a line of JSON in one to three places: bytes, fields, values, cuts. The same for the same random. */
export function mutateLine(line: string, random: Random): string {
  let mutated = line
  for (let count = 1 + pick(3, random); count > 0; count--) mutated = mutateOnce(mutated, random)
  return mutated
}

function mutateOnce(line: string, random: Random): string {
  const at = pick(line.length + 1, random)
  switch (pick(6, random)) {
    case 0:
      return line.slice(0, at)
    case 1:
      return line.slice(0, at) + String.fromCharCode(pick(0x3000, random)) + line.slice(at)
    case 2:
      return line.slice(0, at) + line.slice(at + 1 + pick(8, random))
    default:
      return mutateValue(line, random)
  }
}

function mutateValue(line: string, random: Random): string {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return `${line}}`
  }
  return JSON.stringify(replaceSomewhere(value, random)) ?? 'null'
}

/** Walks down at random and, where it stops, changes, removes or adds something. */
function replaceSomewhere(value: unknown, random: Random): unknown {
  const keys = value !== null && typeof value === 'object' ? Object.keys(value) : []
  if (keys.length === 0 || random() < 0.15) return STRANGE[pick(STRANGE.length, random)]
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  const key = keys[pick(keys.length, random)] as string
  const dice = random()
  if (dice < 0.1) delete copy[key]
  else if (dice < 0.2) copy[`${key}2`] = copy[key]
  else if (dice < 0.35) copy[key] = STRANGE[pick(STRANGE.length, random)]
  else copy[key] = replaceSomewhere(copy[key], random)
  return copy
}

function pick(count: number, random: Random): number {
  return Math.floor(random() * count)
}
