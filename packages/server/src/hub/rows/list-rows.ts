import type { Archive, SessionSummary } from '@quarterdeck/archive'
import type { SessionList, SessionRow } from '@quarterdeck/contract'
import { ServerError } from '../../server-error.ts'

export interface ListRequest {
  project?: string | undefined
  branch?: string | undefined
  tag?: string | undefined
  status?: string | undefined
  /** In titles, prompts, paths and branches. */
  q?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ListSources {
  archive: Archive
  /** Sessions in memory, in any order. */
  live: readonly SessionRow[]
  /** Ids that stand for one of those. */
  liveIds: ReadonlySet<string>
  /** Not so for what another row stands for. */
  isShown(summary: SessionSummary): boolean
  toRow(summary: SessionSummary): SessionRow
}

const DEFAULT_LIMIT = 50
/** The archive has no more. */
const END = 'end'

/**
 * One list of two, newest first. Few sessions are in memory, and thousands on disk: of those only so many are looked at as are shown.
 * A cursor says how far each of the two was read, so that what changes meanwhile moves nothing out of sight.
 */
export async function listRows(sources: ListSources, request: ListRequest): Promise<SessionList> {
  const { limit = DEFAULT_LIMIT } = request
  const cursor = parseCursor(request.cursor)
  const live = sources.live.filter((row) => fits(row, request) && isBehind(row, cursor.live)).sort(byTime)
  const ask = async (count: number) =>
    cursor.archive === END
      ? { items: [], nextCursor: null }
      : sources.archive.listSessions({ ...toFilter(sources, request), limit: count, cursor: cursor.archive })
  const page = await ask(limit)
  const recorded = page.items.map((summary) => sources.toRow(summary))
  const items: SessionRow[] = []
  let [ofLive, ofArchive] = [0, 0]
  while (items.length < limit) {
    const [one, other] = [live[ofLive], recorded[ofArchive]]
    if (one === undefined && other === undefined) break
    const isLive = other === undefined || (one !== undefined && byTime(one, other) < 0)
    items.push((isLive ? one : other) as SessionRow)
    if (isLive) ofLive++
    else ofArchive++
  }
  const next = {
    live: ofLive === 0 ? cursor.live : toKey(live[ofLive - 1] as SessionRow),
    archive: await nextOfArchive(),
  }
  const isEnd = next.archive === END && ofLive === live.length
  return { items, nextCursor: isEnd ? null : `${next.archive ?? ''}~${next.live ?? ''}` }

  async function nextOfArchive(): Promise<string | null> {
    if (ofArchive === recorded.length) return page.nextCursor ?? END
    // Where the archive's own list goes on, only it can say.
    return ofArchive === 0 ? cursor.archive : (await ask(ofArchive)).nextCursor
  }
}

function toFilter({ liveIds, isShown, toRow }: ListSources, { project, branch, tag, q, status }: ListRequest) {
  const isRecorded = (summary: SessionSummary) => !liveIds.has(summary.sessionId) && isShown(summary)
  const where =
    status === undefined
      ? isRecorded
      : (summary: SessionSummary) => isRecorded(summary) && toRow(summary).status === status
  return { project, branch, tag, text: q, where }
}

function fits(row: SessionRow, { project, branch, tag, status, q }: ListRequest): boolean {
  return (
    (project === undefined || row.projectPath === project) &&
    (branch === undefined || row.gitBranch === branch) &&
    (tag === undefined || row.tag === tag) &&
    (status === undefined || row.status === status) &&
    (q === undefined || holdsText(row, q.toLowerCase()))
  )
}

function holdsText({ title, firstPrompt, projectPath, gitBranch, tag, sessionId }: SessionRow, text: string): boolean {
  return [title, firstPrompt, projectPath, gitBranch, tag, sessionId].some((field) =>
    field?.toLowerCase().includes(text),
  )
}

function byTime(one: SessionRow, other: SessionRow): number {
  if (one.modified !== other.modified) return one.modified > other.modified ? -1 : 1
  return one.sessionId < other.sessionId ? -1 : 1
}

function toKey({ modified, sessionId }: SessionRow): string {
  return `${modified}/${sessionId}`
}

function isBehind(row: SessionRow, key: string | null): boolean {
  if (key === null) return true
  const [modified = '', sessionId = ''] = key.split('/')
  return row.modified < modified || (row.modified === modified && row.sessionId > sessionId)
}

function parseCursor(cursor: string | undefined): { archive: string | null; live: string | null } {
  if (cursor === undefined || cursor === '') return { archive: null, live: null }
  const [, archive, live] = /^([^~]*)~([^~]*)$/.exec(cursor) ?? []
  if (archive === undefined || live === undefined)
    throw new ServerError('bad_request', `'${cursor}' is no cursor. Send the nextCursor of a page, or none.`)
  return { archive: archive || null, live: live || null }
}
