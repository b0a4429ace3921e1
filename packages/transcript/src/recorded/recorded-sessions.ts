import { parseLine } from '@quarterdeck/protocol'
import type { SessionEvent } from '../lines/session-event.ts'

/** A recording of the testkit. */
interface Recording {
  lines: readonly RecordedLine[]
  files: readonly { path: string; lines: readonly string[] }[]
}

type RecordedLine =
  | { t: number; dir: 'start'; argv: string[] }
  | { t: number; dir: 'out' | 'in' | 'err'; line: string }
  | { t: number; dir: 'exit'; code: number | null; signal: string | null }

/** A session of a recording: the messages on the pipes of its processes, and the lines of its transcript. */
export interface RecordedSession {
  live: readonly SessionEvent[]
  disk: readonly SessionEvent[]
  /** The events that a page gets: the transcript up to the first line that the log has too, then the log. */
  shown: readonly SessionEvent[]
}

const BEGINNING = Date.parse('2026-11-15T10:28:00.000Z')

/** The sessions of a recording. Processes that share a session id are one session, and so are the ids that one process has. */
export function toRecordedSessions({ lines, files }: Recording): RecordedSession[] {
  const groups: { ids: Set<string>; live: SessionEvent[] }[] = []
  for (const part of toProcesses(lines)) {
    const live = part.flatMap((line) => toLiveEvents(line, files))
    const ids = new Set(part.flatMap(toIds))
    const known = groups.find((group) => [...ids].some((id) => group.ids.has(id)))
    if (known === undefined) groups.push({ ids, live })
    else {
      known.live.push(...live)
      for (const id of ids) known.ids.add(id)
    }
  }
  return groups.map(({ ids, live }) => {
    const disk = [...ids].flatMap((id) => toDiskEvents(id, files))
    return { live, disk, shown: [...toHistory(disk, live), ...live] }
  })
}

function toProcesses(lines: readonly RecordedLine[]): RecordedLine[][] {
  const parts: RecordedLine[][] = []
  for (const line of lines) {
    if (line.dir === 'start') parts.push([])
    parts.at(-1)?.push(line)
  }
  return parts
}

function toIds(line: RecordedLine): string[] {
  const id = line.dir === 'out' ? /"session_id":"([^"]+)"/.exec(line.line)?.[1] : undefined
  return id === undefined ? [] : [id]
}

function toLiveEvents(line: RecordedLine, files: Recording['files']): SessionEvent[] {
  const at = new Date(BEGINNING + line.t).toISOString()
  switch (line.dir) {
    case 'start': {
      const sessionId = line.argv.find((word) => word.startsWith('--session-id='))?.slice('--session-id='.length) ?? ''
      const resumed = line.argv.some((word) => /^--(resume|continue)/.test(word))
      const started = { type: 'keeper', subtype: 'started', pid: 1, cwd: '/home/user/project' } as const
      return [{ kind: 'keeper', at, message: { ...started, sessionId, resumed, ...toPriorCost(line.argv, files) } }]
    }
    case 'exit': {
      const kind = line.code === 0 ? ('finished' as const) : ('stopped' as const)
      const exit = { kind, code: line.code, signal: line.signal, forced: false, inTurn: false, stderr: '' }
      return [{ kind: 'keeper', at, message: { type: 'keeper', subtype: 'exited', exit } }]
    }
    case 'err':
      return []
    default: {
      const parsed = parseLine(line.line)
      const from = line.dir === 'in' ? ('host' as const) : ('cli' as const)
      // Some recordings write broken lines to stdin on purpose.
      if (parsed.kind !== 'message') return from === 'host' ? [] : [{ kind: 'unread', text: parsed.raw, at }]
      return [{ kind: 'message', message: parsed.message, at, from }]
    }
  }
}

/** The cost that the keeper finds in the transcript of which a fork is made. */
function toPriorCost(argv: readonly string[], files: Recording['files']): { priorCostUsd?: number } {
  const parent = argv.find((word) => word.startsWith('--resume='))?.slice('--resume='.length)
  if (parent === undefined || !argv.includes('--fork-session')) return {}
  const lines = files.filter(({ path }) => path.endsWith(`/${parent}.jsonl`)).flatMap((file) => file.lines)
  const line = lines.findLast((each) => each.includes('"cost-state"'))
  return line === undefined ? {} : { priorCostUsd: (JSON.parse(line) as { totalCostUSD: number }).totalCostUSD }
}

/** The transcript of a session, then those of its agents with the call that started them, as the archive reads them. */
function toDiskEvents(id: string, files: Recording['files']): SessionEvent[] {
  const own = files.filter(({ path }) => path.endsWith(`/${id}.jsonl`)).flatMap((file) => file.lines)
  const agents = files.filter(({ path }) => path.includes(`/${id}/subagents/`) && path.endsWith('.jsonl'))
  const theirs = agents.flatMap(({ path, lines }) => {
    const meta = files.find((file) => file.path === path.replace(/\.jsonl$/, '.meta.json'))
    const parent =
      meta === undefined ? undefined : (JSON.parse(meta.lines.join('\n')) as { toolUseId?: string }).toolUseId
    return lines.flatMap((line) => toEvents(line, parent))
  })
  const lines = [...own.flatMap((line) => toEvents(line)), ...theirs]
  return lines.length === 0 ? [] : [...lines, { kind: 'unheld' }]
}

function toEvents(line: string, parent?: string): SessionEvent[] {
  if (line === '') return []
  const parsed = parseLine(line)
  if (parsed.kind !== 'message') return [{ kind: 'unread', text: line }]
  const message = parent === undefined ? parsed.message : { ...parsed.message, parent_tool_use_id: parent }
  return [{ kind: 'message', message }]
}

function toUuid(event: SessionEvent): string | undefined {
  return event.kind === 'message' ? (event.message as { uuid?: string }).uuid : undefined
}

/** Lines of the transcript that stand before the first one that the log has too. */
function toHistory(disk: readonly SessionEvent[], live: readonly SessionEvent[]): SessionEvent[] {
  const logged = new Set(live.map(toUuid).filter((uuid) => uuid !== undefined))
  const first = disk.findIndex((event) => logged.has(toUuid(event) ?? ''))
  const isOwn = (event: SessionEvent) => toUuid(event) !== undefined
  return disk.slice(0, Math.max(0, first)).filter(isOwn)
}
