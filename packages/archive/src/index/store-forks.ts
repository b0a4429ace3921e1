import { closeSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { parseTranscriptLine } from '../lines/parse-transcript-line.ts'
import { scanLines } from '../lines/scan-lines.ts'
import { openInside } from '../safe-open.ts'
import type { SessionFacts } from '../sessions/session-facts.ts'

interface Member {
  id: number
  root: string
  path: string
  session: string
  facts: SessionFacts
}

/**
 * Finds out which sessions began as a copy of another one. The CLI does not say so: a fork repeats the lines of its origin with
 * their uuids. (What the Agent SDK forks is marked, and has other uuids.)
 */
export function storeForks(database: DatabaseSync): void {
  const rows = database
    .prepare(`SELECT id, root, path, session, facts FROM files WHERE agent IS NULL AND session IS NOT NULL
      AND facts ->> 'rootUuid' IN (SELECT facts ->> 'rootUuid' AS uuid FROM files WHERE agent IS NULL GROUP BY uuid HAVING count(*) > 1)`)
    .all()
  const known = new Set(
    database
      .prepare('SELECT file FROM forks')
      .all()
      .map((row) => row.file as number),
  )
  const groups = new Map<string, Member[]>()
  for (const row of rows) {
    const member = { ...row, facts: JSON.parse(row.facts as string) } as unknown as Member
    const group = groups.get(member.facts.rootUuid as string)
    if (group === undefined) groups.set(member.facts.rootUuid as string, [member])
    else group.push(member)
  }
  const put = database.prepare('INSERT OR REPLACE INTO forks VALUES (?, ?, ?)')
  for (const group of groups.values()) {
    group.sort(compareAge)
    const uuids = new Map<Member, Set<string>>()
    group.forEach((member, place) => {
      if (place === 0 || known.has(member.id) || member.facts.forkedFrom !== undefined) return
      const own = uuidsOf(member, uuids)
      const common = group.slice(0, place).map((other) => ({ other, last: findLastCommon(own, uuidsOf(other, uuids)) }))
      const best = common.reduce((one, next) => (next.last.count > one.last.count ? next : one))
      if (best.last.uuid !== null) put.run(member.id, best.other.session, best.last.uuid)
    })
  }
}

/** The origin first: it is not marked, its first line was written before a copy's, or it ended before. */
function compareAge({ facts: one, session }: Member, { facts: other, session: otherSession }: Member): number {
  const marked = Number(one.forkedFrom !== undefined) - Number(other.forkedFrom !== undefined)
  return (
    marked ||
    compare(one.createdAt ?? '', other.createdAt ?? '') ||
    compare(one.lastAt ?? '', other.lastAt ?? '') ||
    compare(session, otherSession)
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function findLastCommon(own: ReadonlySet<string>, other: ReadonlySet<string>): { count: number; uuid: string | null } {
  let count = 0
  let last: string | null = null
  for (const uuid of own) {
    if (!other.has(uuid)) continue
    count++
    last = uuid
  }
  return { count, uuid: last }
}

/** Of what was said, in order. */
function uuidsOf(member: Member, known: Map<Member, Set<string>>): Set<string> {
  const found = known.get(member)
  if (found !== undefined) return found
  const uuids = new Set<string>()
  known.set(member, uuids)
  const opened = openInside(member.root, member.path)
  if (opened.kind !== 'file') return uuids
  try {
    scanLines(opened.fd, 0, opened.stats.size, ({ bytes, start, end }) => {
      const line = parseTranscriptLine(bytes, start, end)
      const isSaid = line?.type === 'user' || line?.type === 'assistant'
      if (isSaid && typeof line.uuid === 'string') uuids.add(line.uuid)
    })
  } finally {
    closeSync(opened.fd)
  }
  return uuids
}
