import { styleText } from 'node:util'
import type { Archive, SearchHit, SearchPage, SearchRole, Snippet } from '@quarterdeck/archive'
import { parseLimit, parseRange, SHARED_HELP } from './archive/archive-flags.ts'
import { toPlain, toTerminal } from './archive/print-table.ts'
import { type ArchiveCommand, runArchiveCommand } from './archive/run-archive-command.ts'

const HELP = `Finds what was said in any session: prompts, answers, thinking, what tools were asked and what they answered. Newest first.

  quarterdeck search QUERY [FLAGS]

  QUERY             words, all of which must be in a message; "a phrase" in quotes; a word* that is only begun
  --inside          inside of words too (without it, only where no whole word is found)
  --project PATH    only in sessions of a project
  --role ROLE       user, assistant or tool
  --tool NAME       only calls and answers of a tool
  --branch NAME     only what was said on a branch
  --session ID      only in one session
  --since DAY       from this day on, or from a time of ISO 8601
  --until DAY       up to and with this day, or up to a time
  --limit N         so many at most (default 20)
${SHARED_HELP}`

const ROLES = ['user', 'assistant', 'tool']

const command: ArchiveCommand = {
  help: HELP,
  mode: 'read',
  flags: {
    inside: { type: 'boolean' },
    project: { type: 'string' },
    role: { type: 'string' },
    tool: { type: 'string' },
    branch: { type: 'string' },
    session: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
    limit: { type: 'string' },
  },
  plan({ values, words, isJson }) {
    const text = words.join(' ')
    if (text.trim() === '') return "What is to be found? 'quarterdeck search --help' says how."
    const limit = parseLimit(values.limit, 20)
    if (limit === null) return `--limit takes a number from 1 on, not '${values.limit}'.`
    const { role } = values
    if (role !== undefined && !ROLES.includes(String(role)))
      return `--role is one of ${ROLES.join(', ')}, not '${role}'.`
    const range = parseRange(values)
    if (typeof range === 'string') return range
    const filter = {
      project: values.project as string | undefined,
      role: role as SearchRole | undefined,
      tool: values.tool as string | undefined,
      branch: values.branch as string | undefined,
      sessionId: values.session as string | undefined,
      sinceMs: range.sinceMs,
      untilMs: range.untilMs,
    }
    return async (archive) => {
      const page = await archive.search({ text, filter, limit, mode: values.inside ? 'substrings' : 'auto' })
      return isJson ? toJson(archive, page) : print(archive, page)
    }
  },
}

export function run(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runArchiveCommand(command, argv, env)
}

function toJson(archive: Archive, { hits, nextCursor, matched }: SearchPage): string {
  const items = hits.map(({ sessionId, agentId, uuid, role, tool, snippet, atMs }) => ({
    sessionId,
    title: archive.findSession(sessionId)?.title ?? null,
    agentId,
    uuid,
    role,
    tool,
    snippet,
    timestamp: new Date(atMs).toISOString(),
  }))
  return `${JSON.stringify({ items, nextCursor, matched }, null, 2)}\n`
}

function print(archive: Archive, { hits, nextCursor, matched }: SearchPage): string {
  if (hits.length === 0) return 'Nothing found.\n'
  const { hasColour } = toTerminal(process.stdout, process.env)
  const inside = matched === 'substrings' ? 'Inside of words:\n\n' : ''
  const more = nextCursor === null ? '' : 'There is more: --limit N shows it.\n'
  return inside + hits.map((hit) => printHit(archive, hit, hasColour)).join('\n') + more
}

function printHit(archive: Archive, hit: SearchHit, hasColour: boolean): string {
  const { sessionId, role, tool, atMs, snippet } = hit
  const at = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(atMs)
  const title = toPlain(archive.findSession(sessionId)?.title ?? '')
  const head = `${at}  ${role}${tool === null ? '' : ` ${toPlain(tool)}`}  ${title}`
  const bold = hasColour ? styleText('bold', head, { validateStream: false }) : head
  return `${bold}\n  ${printSnippet(snippet, hasColour)}\n  ${sessionId} ${hit.uuid}\n`
}

function printSnippet({ text, marks }: Snippet, hasColour: boolean): string {
  const [open, close] = hasColour ? ['\u001b[1;33m', '\u001b[0m'] : ['[', ']']
  let printed = ''
  let at = 0
  for (const [from, to] of marks) {
    printed += `${clean(text.slice(at, from))}${open}${clean(text.slice(from, to))}${close}`
    at = to
  }
  return printed + clean(text.slice(at))
}

function clean(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
}
