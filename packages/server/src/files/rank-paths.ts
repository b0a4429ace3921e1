/** Paths in a shape that is quick to look through again and again. */
export interface PathList {
  /** Folders end with a slash. */
  paths: readonly string[]
  lower: readonly string[]
  /** Which characters stand in each, as bits: most are passed over by this alone. */
  masks: Uint32Array
}

export function toPathList(paths: readonly string[]): PathList {
  const lower = paths.map((path) => path.toLowerCase())
  return { paths, lower, masks: Uint32Array.from(lower, toMask) }
}

/** The best `count` paths for what was typed, best first. */
export function rankPaths({ paths, lower, masks }: PathList, typed: string, count: number): string[] {
  const query = typed.toLowerCase().replaceAll(/\s+/g, '')
  const mask = toMask(query)
  const best: { index: number; score: number }[] = []
  for (let index = 0; index < paths.length; index++) {
    if (((masks[index] as number) & mask) >>> 0 !== mask) continue
    const score = toScore(lower[index] as string, query)
    if (score === null || (best.length === count && score >= (best.at(-1)?.score ?? 0))) continue
    best.splice(findPlace(best, score), 0, { index, score })
    if (best.length > count) best.pop()
  }
  return best.map(({ index }) => paths[index] as string)
}

/** Behind all that are as good: what comes first in the folder stays first. */
function findPlace(best: readonly { score: number }[], score: number): number {
  let [low, high] = [0, best.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((best[middle]?.score ?? 0) <= score) low = middle + 1
    else high = middle
  }
  return low
}

const CLASS = 1_000_000

/** Lower is better: the name itself, its beginning, a word in it, a piece of it, a piece of the path, then letters in their order. */
function toScore(path: string, query: string): number | null {
  const depth = countSlashes(path)
  if (query === '') return depth * 1000 + path.length
  const end = path.endsWith('/') ? path.length - 1 : path.length
  const name = path.lastIndexOf('/', end - 1) + 1
  const size = depth * 100 + path.length
  const at = path.indexOf(query, name)
  if (at === name) return (isWhole(path, name + query.length, end) ? 0 : CLASS) + size
  if (at !== -1) return (isBoundary(path, at) ? 2 : 3) * CLASS + size
  const inPath = path.indexOf(query)
  if (inPath !== -1) return (isBoundary(path, inPath) ? 4 : 5) * CLASS + size
  const gaps = countGaps(path, query, name)
  if (gaps !== null) return 6 * CLASS + gaps * 1000 + size
  const wide = countGaps(path, query, 0)
  return wide === null ? null : 7 * CLASS + wide * 1000 + size
}

function isWhole(path: string, at: number, end: number): boolean {
  return at === end || path[at] === '.'
}

function isBoundary(path: string, at: number): boolean {
  return at === 0 || !/[a-z0-9]/.test(path[at - 1] as string)
}

/** How often the letters of the query are torn apart; null where they do not stand in the path in their order. */
function countGaps(path: string, query: string, from: number): number | null {
  let gaps = 0
  let at = from - 1
  for (const letter of query) {
    const next = path.indexOf(letter, at + 1)
    if (next === -1) return null
    if (next !== at + 1) gaps++
    at = next
  }
  return gaps
}

function countSlashes(path: string): number {
  let count = 0
  for (let at = path.indexOf('/'); at !== -1 && at < path.length - 1; at = path.indexOf('/', at + 1)) count++
  return count
}

function toMask(text: string): number {
  let mask = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    mask |= code >= 97 && code <= 122 ? 1 << (code - 97) : 1 << (26 + (code % 6))
  }
  return mask >>> 0
}
