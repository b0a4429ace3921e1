/** A line of a `.gitignore`. */
export interface IgnoreRule {
  /** Between slashes; `**` stands for any number of folders. */
  segments: string[]
  isNegated: boolean
  isForFolders: boolean
}

const MOST_RULES = 1000
const LONGEST_RULE = 500

/** The rules of a `.gitignore`, as git reads them. */
export function parseGitignore(text: string): IgnoreRule[] {
  return text.split('\n', MOST_RULES).flatMap((line) => parseRule(line) ?? [])
}

function parseRule(line: string): IgnoreRule | null {
  let pattern = line.replace(/\r$/, '').replace(/(?<!\\)\s+$/, '')
  if (pattern === '' || pattern.startsWith('#') || pattern.length > LONGEST_RULE) return null
  const isNegated = pattern.startsWith('!')
  if (isNegated) pattern = pattern.slice(1)
  const isForFolders = pattern.endsWith('/')
  if (isForFolders) pattern = pattern.slice(0, -1)
  // A slash in it ties a rule to its folder; without one it holds at any depth.
  const isTied = pattern.includes('/')
  const segments = pattern
    .replace(/^\//, '')
    .split('/')
    .filter((segment) => segment !== '')
  if (segments.length === 0) return null
  return { segments: isTied ? segments : ['**', ...segments], isNegated, isForFolders }
}

/** What the last rule that fits says of a path below the rules' folder: true for ignored, null where none fits. */
export function isIgnored(rules: readonly IgnoreRule[], path: readonly string[], isFolder: boolean): boolean | null {
  for (let at = rules.length - 1; at >= 0; at--) {
    const rule = rules[at] as IgnoreRule
    if (rule.isForFolders && !isFolder) continue
    if (fitsPath(rule.segments, path)) return !rule.isNegated
  }
  return null
}

/** Goes back to the last `**` only, so that a hostile pattern takes no more than length by length. */
function fitsPath(segments: readonly string[], path: readonly string[]): boolean {
  let [segment, part, star, resume] = [0, 0, -1, 0]
  while (part < path.length) {
    if (segments[segment] === '**') {
      star = segment++
      resume = part
      // At the end it stands for what is inside, not for the folder itself.
      if (segment === segments.length) return true
    } else if (segment < segments.length && fitsName(segments[segment] as string, path[part] as string)) {
      segment++
      part++
    } else if (star !== -1) {
      segment = star + 1
      part = ++resume
    } else return false
  }
  return segment === segments.length
}

/** `*`, `?`, `[a-z]` and `\` in one name. */
function fitsName(pattern: string, name: string): boolean {
  let [at, place, star, resume] = [0, 0, -1, 0]
  while (place < name.length) {
    const one = at < pattern.length ? takeOne(pattern, at, name[place] as string) : 0
    if (pattern[at] === '*') {
      star = at++
      resume = place
    } else if (one > 0) {
      at += one
      place++
    } else if (star !== -1) {
      at = star + 1
      place = ++resume
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}

/** How much of the pattern fits one character; 0 where it does not. */
function takeOne(pattern: string, at: number, character: string): number {
  const sign = pattern[at]
  if (sign === '?') return 1
  if (sign === '\\') return pattern[at + 1] === character ? 2 : 0
  if (sign === '[') {
    const end = pattern.indexOf(']', at + 2)
    if (end !== -1) return isInClass(pattern.slice(at + 1, end), character) ? end - at + 1 : 0
  }
  return sign === character ? 1 : 0
}

function isInClass(signs: string, character: string): boolean {
  const isNegated = /^[!^]/.test(signs)
  const members = isNegated ? signs.slice(1) : signs
  let isMember = false
  for (let at = 0; at < members.length; at++) {
    const [from = '', dash, to] = members.slice(at, at + 3)
    const isRange = dash === '-' && to !== undefined
    if (isRange ? from <= character && character <= to : from === character) isMember = true
    if (isRange) at += 2
  }
  return isMember !== isNegated
}
