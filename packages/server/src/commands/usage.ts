import type { Tally, UsageBy, UsageItem, UsageReport } from '@quarterdeck/archive'
import { parseRange, SHARED_HELP } from './archive/archive-flags.ts'
import { printTable, toTerminal } from './archive/print-table.ts'
import { type ArchiveCommand, runArchiveCommand } from './archive/run-archive-command.ts'
import { toDollars } from './archive/to-dollars.ts'

const HELP = `Adds up the tokens of all sessions, each answer of the API once, and what they cost at list prices.

  quarterdeck usage [FLAGS]

  --by WHAT         day, hour, dayHour, model, project, session or tool (default day)
  --project PATH    only of one project
  --session ID      only of one session
  --since DAY       from this day on, or from a time of ISO 8601
  --until DAY       up to and with this day, or up to a time
  --tz ZONE         the time zone of days and hours, like Europe/Zurich (default: this machine's)
${SHARED_HELP}`

const BY: readonly string[] = ['day', 'hour', 'dayHour', 'model', 'project', 'session', 'tool'] satisfies UsageBy[]

const command: ArchiveCommand = {
  help: HELP,
  mode: 'count',
  flags: {
    by: { type: 'string' },
    project: { type: 'string' },
    session: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
    tz: { type: 'string' },
  },
  plan({ values, words, isJson }) {
    if (words.length > 0) return `'${words[0]}' is one word too many. --help lists what there is.`
    const by = (values.by ?? 'day') as string
    if (!BY.includes(by)) return `--by is one of ${BY.join(', ')}, not '${by}'.`
    const range = parseRange(values)
    if (typeof range === 'string') return range
    const { project, session } = values
    return async (archive) => {
      const report = await archive.readUsage({
        by: by as UsageBy,
        project: project as string | undefined,
        sessionId: session as string | undefined,
        ...range,
      })
      return isJson ? toJson(report) : print(report, by)
    }
  },
}

export function run(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runArchiveCommand(command, argv, env)
}

function toJson({ items, totals, unpricedModels, incomplete }: UsageReport): string {
  const withSum = (tally: Tally) => ({
    ...tally,
    cacheCreationTokens: tally.cacheWrite5mTokens + tally.cacheWrite1hTokens,
  })
  const report = { items: items.map(withSum), totals: { ...withSum(totals), unpricedModels }, incomplete }
  return `${JSON.stringify(report, null, 2)}\n`
}

function print({ items, totals, unpricedModels, incomplete }: UsageReport, by: string): string {
  const lacking = incomplete === null ? '' : `${incomplete}.\n`
  if (totals.messages === 0) return `Nothing was used.\n${lacking}`
  const columns = [
    ...[{ title: by }, { title: 'messages', isNumber: true }, { title: 'input', isNumber: true }],
    ...[
      { title: 'output', isNumber: true },
      { title: 'cache write', isNumber: true },
    ],
    ...[
      { title: 'cache read', isNumber: true },
      { title: 'cost', isNumber: true },
    ],
    ...(by === 'tool'
      ? [
          { title: 'calls', isNumber: true },
          { title: 'errors', isNumber: true },
        ]
      : []),
  ]
  const rows = [...items.map((item) => toRow(item.key, item, by)), toRow('total', totals, by)]
  const unpriced =
    unpricedModels.length === 0 ? '' : `Without a known price, and not in the costs: ${unpricedModels.join(', ')}.\n`
  return printTable(columns, rows, toTerminal(process.stdout, process.env)) + unpriced + lacking
}

function toRow(key: string, tally: Tally & Partial<UsageItem>, by: string): string[] {
  const count = (value: number) => value.toLocaleString('en-US')
  const row = [
    key,
    count(tally.messages),
    count(tally.inputTokens),
    count(tally.outputTokens),
    count(tally.cacheWrite5mTokens + tally.cacheWrite1hTokens),
    count(tally.cacheReadTokens),
    // A price that nobody knows is not nothing.
    tally.messages > 0 && tally.unpricedMessages === tally.messages ? '?' : toDollars(tally.costUsd),
  ]
  return by === 'tool' ? [...row, count(tally.calls ?? 0), count(tally.errors ?? 0)] : row
}
