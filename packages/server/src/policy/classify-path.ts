import {
  INSTRUCTIONS,
  PROTECTED_IN_HOME,
  PROTECTED_IN_SYSTEM,
  PROTECTED_NAMES,
  SENSITIVE_NAMES,
  SENSITIVE_PATHS,
} from './protected-names.ts'

/**
 * What a path is to everybody who comes in: `protected` for no session and no caller, ever; `sensitive` only when a person is asked by its
 * name; the rest `ordinary`. `why` is the end of a sentence that begins with the path.
 */
export type PathClass = { kind: 'protected' | 'sensitive'; why: string } | { kind: 'ordinary' }

export interface KnownPlaces {
  /** The home folder, by each of its paths. */
  homes: readonly string[]
  /** Folders of Quarterdeck's and of the CLI's own. */
  own: readonly { path: string; why: string }[]
  /** Folders inside of what is protected that are a project all the same: worktrees that git lists, and the samples of a demo. */
  open: readonly string[]
}

/** An absolute path, of something that is there or not. Nothing is looked up. */
export function classifyPath(path: string, { homes, own, open }: KnownPlaces): PathClass {
  const keys = toKeys(path)
  const project = open
    .map(toKeys)
    .filter((folder) => isBelow(keys, folder))
    .reduce<readonly string[]>((longest, each) => (each.length > longest.length ? each : longest), [])
  const owner = own.find((place) => isBelow(keys, toKeys(place.path)) && !isBelow(project, toKeys(place.path)))
  if (owner !== undefined) return { kind: 'protected', why: owner.why }
  const names = keys.slice(project.length)
  const why =
    findName(names, PROTECTED_NAMES) ??
    findPath(keys, project, homes.map(toKeys), PROTECTED_IN_HOME) ??
    findPath(keys, project, [[]], PROTECTED_IN_SYSTEM)
  if (why !== null) return { kind: 'protected', why }
  const sensitive = findName(names, SENSITIVE_NAMES) ?? findInside(names, SENSITIVE_PATHS) ?? findInstructions(names)
  return sensitive === null ? { kind: 'ordinary' } : { kind: 'sensitive', why: sensitive }
}

/**
 * A name as the most forgiving file system reads it: APFS and HFS+ without case, in any composition and without invisible letters; NTFS
 * without dots and blanks at the end and what stands behind a colon.
 */
function toKey(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/:.*$/su, '')
    .replace(/(?<=.)[. ]+$/su, '')
}

function toKeys(path: string): string[] {
  return path.split('/').map(toKey).filter(Boolean)
}

function isBelow(keys: readonly string[], folder: readonly string[]): boolean {
  return keys.length >= folder.length && folder.every((key, at) => keys[at] === key)
}

function findName(names: readonly string[], table: Readonly<Record<string, string>>): string | null {
  for (const name of names) {
    if (Object.hasOwn(table, name)) return table[name] as string
    // NTFS gives `.git` a second name, `GIT~1`; git itself takes no such file either.
    const short = /^([^~]{1,6})~\d$/.exec(name)?.[1]
    const long = short && Object.keys(table).find((each) => each.replaceAll('.', '').slice(0, 6) === short)
    if (long) return table[long] as string
  }
  return null
}

/** Paths that begin at one of these places. What a project that is open there lies in is not held against it. */
function findPath(
  keys: readonly string[],
  project: readonly string[],
  bases: readonly (readonly string[])[],
  table: Readonly<Record<string, string>>,
): string | null {
  const isOf = (path: string, base: readonly string[]) => {
    const place = [...base, ...toKeys(path)]
    return isBelow(keys, place) && !isBelow(project, place)
  }
  const found = Object.entries(table).find(([path]) => bases.some((base) => isOf(path, base)))
  return found?.[1] ?? null
}

/** Paths that may begin anywhere. */
function findInside(names: readonly string[], table: Readonly<Record<string, string>>): string | null {
  const text = `/${names.join('/')}/`
  return Object.entries(table).find(([path]) => text.includes(`/${path}/`))?.[1] ?? null
}

function findInstructions(names: readonly string[]): string | null {
  return INSTRUCTIONS.pattern.test(names.at(-1) ?? '') ? INSTRUCTIONS.why : null
}
