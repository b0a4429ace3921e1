import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { AuditRecord } from '../audit/audit-line.ts'
import { readNote } from '../audit/audit-log.ts'
import { readAudit } from '../audit/read-audit.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { toDataFolder, toSentence } from '../options.ts'
import { parseLimit } from './archive/archive-flags.ts'
import { printTable, toTerminal } from './archive/print-table.ts'

const HELP = `Shows who paired, decided, started and was refused, newest first.

  quarterdeck audit [FLAGS]
  quarterdeck audit verify    whether the record is as it was written; ends with 1 and names the line when it is not
  quarterdeck audit export    the whole record as it stands on disk, one JSON a line

  --limit N   so many at most (default 50)
  --data DIR  where Quarterdeck keeps its state (default $QUARTERDECK_DATA or ~/.quarterdeck)
  --json      as JSON, for programs
  --help      print this
`

interface Flags {
  limit?: string | undefined
  data?: string | undefined
  json?: boolean | undefined
  help?: boolean | undefined
}

export async function run(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  let parsed: { values: Flags; positionals: string[] }
  try {
    const options = {
      limit: { type: 'string' },
      data: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const
    parsed = parseArgs({ args: argv, allowPositionals: true, options })
  } catch (error) {
    return wrong(toSentence(error as Error))
  }
  const { values, positionals } = parsed
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const limit = parseLimit(values.limit, 50)
  if (limit === null) return wrong(`--limit takes a number from 1 on, not '${values.limit}'.`)
  const path = join(toDataFolder(values.data, env), 'audit.ndjson')
  const [what = 'list', ...rest] = positionals
  if (rest.length > 0) return wrong(`'${rest[0]}' is one word too many. --help says what there is.`)
  const isJson = values.json === true
  switch (what) {
    case 'list':
      return list(path, limit, isJson)
    case 'verify':
      return verify(path, isJson)
    case 'export':
      if (existsSync(path)) process.stdout.write(readFileSync(path))
      return 0
    default:
      return wrong(`There is no 'audit ${what}'. --help says what there is.`)
  }
}

function list(path: string, limit: number, isJson: boolean): number {
  const { items, nextBefore } = readAudit(path, { limit })
  if (isJson)
    process.stdout.write(`${JSON.stringify({ items, nextCursor: nextBefore?.toString() ?? null }, null, 2)}\n`)
  else if (items.length === 0) process.stdout.write(`Nothing is written down in '${path}' yet.\n`)
  else {
    const columns = [
      { title: 'number', isNumber: true },
      { title: 'when' },
      { title: 'who' },
      { title: 'what' },
      { title: 'facts' },
    ]
    process.stdout.write(printTable(columns, items.map(toRow), toTerminal(process.stdout, process.env)))
  }
  return 0
}

function toRow({ n, at, by, event, ...facts }: AuditRecord): string[] {
  const words = Object.entries(facts).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return [String(n), at, by, event, words.join(' ')]
}

function verify(path: string, isJson: boolean): number {
  // The note first: a server that runs makes the file longer meanwhile, never shorter.
  const noted = readNote(path)
  const found = verifyAudit(existsSync(path) ? readFileSync(path) : Buffer.alloc(0), noted)
  if (isJson) process.stdout.write(`${JSON.stringify(found)}\n`)
  else if (!found.ok) process.stdout.write(`Line ${found.line} of '${path}' is wrong: ${found.problem}\n`)
  else {
    const sealed =
      found.sealed === 0 ? '' : ` ${found.sealed} of its lines were cut off by a crash, and are marked as such.`
    process.stdout.write(
      `The record is as it was written: ${found.count} ${found.count === 1 ? 'entry' : 'entries'}.${sealed}\n`,
    )
  }
  return found.ok ? 0 : 1
}

function wrong(message: string): number {
  process.stderr.write(`${message}\n`)
  return 2
}
