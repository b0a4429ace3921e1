import { PlayerError } from '../player-error.ts'

/** Everything a CLI may do wrong. Lines are counted as they are written, from 1. */
export interface Faults {
  /** Reads, and never writes nor ends. */
  hang: boolean
  hangAfter: number | undefined
  crashAfter: number | undefined
  exitAfter: { lines: number; code: number } | undefined
  /** Ends with 0 where a result is due. */
  exitWithoutResult: boolean
  /** Writes every line in small pieces, cut inside characters too. */
  split: boolean
  floodStderrBytes: number | undefined
  /** Before the first result. */
  hugeLineBytes: number | undefined
  /** In the place of the first result, for ever. */
  endlessLine: boolean
  ignoreSigterm: boolean
  /** Starts a program that ignores SIGTERM and holds stdout. */
  grandchild: boolean
  /** Never reads stdin. */
  slowStdin: boolean
  duplicateResponses: boolean
  lateResponsesMs: number | undefined
  /** Lines between the others that are no JSON. */
  garbage: boolean
  /** Lines between the others of types that nobody knows. */
  unknownTypes: boolean
}

export const NO_FAULTS: Readonly<Faults> = {
  hang: false,
  hangAfter: undefined,
  crashAfter: undefined,
  exitAfter: undefined,
  exitWithoutResult: false,
  split: false,
  floodStderrBytes: undefined,
  hugeLineBytes: undefined,
  endlessLine: false,
  ignoreSigterm: false,
  grandchild: false,
  slowStdin: false,
  duplicateResponses: false,
  lateResponsesMs: undefined,
  garbage: false,
  unknownTypes: false,
}

const PARSERS: Readonly<Record<string, (faults: Faults, value: string) => boolean>> = {
  hang: on('hang'),
  'hang-after': count('hangAfter'),
  'crash-after': count('crashAfter'),
  'exit-after': parseExitAfter,
  'exit-without-result': on('exitWithoutResult'),
  split: on('split'),
  'flood-stderr': count('floodStderrBytes'),
  'huge-line': count('hugeLineBytes'),
  'endless-line': on('endlessLine'),
  'ignore-sigterm': on('ignoreSigterm'),
  grandchild: on('grandchild'),
  'slow-stdin': on('slowStdin'),
  'duplicate-responses': on('duplicateResponses'),
  'late-responses': count('lateResponsesMs'),
  garbage: on('garbage'),
  'unknown-types': on('unknownTypes'),
}

/** The names that may stand in QUARTERDECK_PLAYER_FAULT. */
export const faultNames: readonly string[] = Object.keys(PARSERS)

/** Reads a list such as `split,crash-after=3`. */
export function parseFaults(list: string): Faults {
  const faults = { ...NO_FAULTS }
  for (const word of list.split(',').filter((each) => each.trim() !== '')) {
    const [name = '', value = ''] = word.trim().split('=', 2)
    const parse = Object.hasOwn(PARSERS, name) ? PARSERS[name] : undefined
    if (parse === undefined) throw new PlayerError(`There is no fault '${name}'. There are: ${faultNames.join(', ')}.`)
    if (!parse(faults, value)) throw new PlayerError(`The fault '${word.trim()}' has no number that fits it.`)
  }
  return faults
}

type Kind<T> = { [K in keyof Faults]: Faults[K] extends T ? K : never }[keyof Faults]

function on(field: Kind<boolean>) {
  return (faults: Faults) => {
    faults[field] = true
    return true
  }
}

function count(field: Kind<number | undefined>) {
  return (faults: Faults, value: string) => {
    faults[field] = toCount(value)
    return faults[field] !== undefined
  }
}

function parseExitAfter(faults: Faults, value: string): boolean {
  const [lines = '', code = '0'] = value.split(':')
  const parsed = { lines: toCount(lines), code: toCount(code) }
  if (parsed.lines === undefined || parsed.code === undefined) return false
  faults.exitAfter = { lines: parsed.lines, code: parsed.code }
  return true
}

function toCount(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined
}
