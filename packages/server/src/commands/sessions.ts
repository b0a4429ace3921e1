import type { SessionSummary } from '@quarterdeck/archive'
import { parseLimit, SHARED_HELP } from './archive/archive-flags.ts'
import { printTable, toTerminal } from './archive/print-table.ts'
import { type ArchiveCommand, runArchiveCommand } from './archive/run-archive-command.ts'
import { toDollars } from './archive/to-dollars.ts'

const HELP = `Lists the sessions on this machine, newest first.

  quarterdeck sessions [WORDS] [FLAGS]

  WORDS             only those with this in their title, prompts, path or branch
  --project PATH    only those of a project
  --branch NAME     only those of a branch
  --tag TAG         only those with a tag
  --limit N         so many at most (default 30)
  --all             all of them, those that go on in another one too
${SHARED_HELP}`

const command: ArchiveCommand = {
  help: HELP,
  mode: 'read',
  flags: {
    project: { type: 'string' },
    branch: { type: 'string' },
    tag: { type: 'string' },
    limit: { type: 'string' },
    all: { type: 'boolean' },
  },
  plan({ values, words, isJson }) {
    const limit = parseLimit(values.limit, 30)
    if (limit === null) return `--limit takes a number from 1 on, not '${values.limit}'.`
    const isAll = values.all === true
    const filter = {
      project: values.project as string | undefined,
      branch: values.branch as string | undefined,
      tag: values.tag as string | undefined,
      text: words.length === 0 ? undefined : words.join(' '),
      withHidden: isAll,
      limit: isAll ? Number.POSITIVE_INFINITY : limit,
    }
    return async (archive) => {
      const { items, nextCursor } = await archive.listSessions(filter)
      return isJson ? `${JSON.stringify({ items, nextCursor }, null, 2)}\n` : print(items, nextCursor !== null)
    }
  },
}

export function run(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runArchiveCommand(command, argv, env)
}

function print(items: readonly SessionSummary[], isMore: boolean): string {
  if (items.length === 0) return 'No sessions.\n'
  const columns = [
    ...[
      { title: 'modified' },
      { title: 'session' },
      { title: 'messages', isNumber: true },
      { title: 'cost', isNumber: true },
    ],
    ...[{ title: 'project' }, { title: 'branch' }, { title: 'title' }],
  ]
  const rows = items.map((item) => [
    toLocal(item.modified),
    item.sessionId,
    item.messageCount === null ? '' : String(item.messageCount),
    item.costUsd === null ? '' : toDollars(item.costUsd),
    item.projectPath ?? '',
    item.gitBranch ?? '',
    item.title,
  ])
  const uncounted = items.some(({ messageCount }) => messageCount === null)
    ? "Messages and costs that are missing come with 'quarterdeck usage', which counts, or with a running server.\n"
    : ''
  const more = isMore ? 'There are more: --limit N or --all shows them.\n' : ''
  return printTable(columns, rows, toTerminal(process.stdout, process.env)) + uncounted + more
}

function toLocal(iso: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(new Date(iso))
}
