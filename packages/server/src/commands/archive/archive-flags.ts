import { resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { findDataDirectory, isTimeZone, parseTime } from '@quarterdeck/archive'
import { toDataFolder, toSentence } from '../../options.ts'

export const SHARED_HELP = `  --claude-dir DIR  the CLI's data directory (default $CLAUDE_CONFIG_DIR or ~/.claude); may be given several times
  --data DIR        where Quarterdeck keeps its index (default $QUARTERDECK_DATA or ~/.quarterdeck)
  --json            as JSON, for programs
  --help            print this
`

export interface ArchiveFlags {
  /** The flags of the command itself. */
  values: Record<string, string | boolean | undefined>
  words: string[]
  directories: string[]
  data: string
  isJson: boolean
}

export type ParsedFlags = { kind: 'flags'; flags: ArchiveFlags } | { kind: 'help' } | { kind: 'wrong'; message: string }

/** The flags of a command that reads the archive: its own, and those that all of them have. */
export function parseArchiveFlags(argv: string[], env: NodeJS.ProcessEnv, own: ParseArgsOptionsConfig): ParsedFlags {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        ...own,
        'claude-dir': { type: 'string', multiple: true },
        data: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const {
      'claude-dir': named = [],
      data,
      json,
      help,
      ...rest
    } = values as Record<string, never> & {
      'claude-dir'?: string[]
    }
    if (help) return { kind: 'help' }
    if (named.includes('') || data === '') return { kind: 'wrong', message: '--claude-dir and --data want a path.' }
    return {
      kind: 'flags',
      flags: {
        values: rest,
        words: positionals,
        directories: named.length === 0 ? [findDataDirectory(env)] : named.map((path) => resolve(path)),
        data: toDataFolder(data, env),
        isJson: json === true,
      },
    }
  } catch (error) {
    return { kind: 'wrong', message: toSentence(error as Error & { code?: string }) }
  }
}

/** A number from 1 on; null for anything else. */
export function parseLimit(text: string | boolean | undefined, otherwise: number): number | null {
  if (text === undefined) return otherwise
  return typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

export interface TimeRange {
  sinceMs: number | undefined
  untilMs: number | undefined
  timeZone: string
}

/** `--since`, `--until` and `--tz`; a sentence where one of them is wrong. */
export function parseRange({ since, until, tz }: ArchiveFlags['values']): TimeRange | string {
  const timeZone = typeof tz === 'string' ? tz : Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!isTimeZone(timeZone)) return `There is no time zone '${timeZone}'. They are named like Europe/Zurich.`
  const range: TimeRange = { sinceMs: undefined, untilMs: undefined, timeZone }
  for (const [edge, text] of Object.entries({ since, until })) {
    if (typeof text !== 'string') continue
    const ms = parseTime(text, edge as 'since' | 'until', timeZone)
    if (ms === null) return `--${edge} takes a day like 2026-11-14 or a time of ISO 8601, not '${text}'.`
    range[edge === 'since' ? 'sinceMs' : 'untilMs'] = ms
  }
  return range
}
