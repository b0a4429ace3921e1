import { closeSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { parseTranscriptLine } from '../lines/parse-transcript-line.ts'
import { scanLines } from '../lines/scan-lines.ts'
import { openInside } from '../safe-open.ts'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'
import type { CountedFile } from './counted-file.ts'
import { Counter } from './counter.ts'
import { endWithParent } from './end-with-parent.ts'
import { findFailures } from './find-failures.ts'
import { claimFile, forgetFile, type IndexedFile } from './index-file.ts'
import { RollUp } from './roll-up.ts'

/** Reads what was written since the last count. Nothing is stored yet: reading takes long, and writing locks. */
export function countFile(found: IndexedFile | null, file: TranscriptFile, withFailures = true): CountedFile | null {
  const opened = openInside(file.root, file.path)
  if (opened.kind !== 'file') return null
  try {
    const { size, mtimeMs, ino } = opened.stats
    const known = found !== null && found.ino === ino && found.countedTo <= size ? found : null
    const from = known?.countedTo ?? 0
    const counter = new Counter(known ?? { facts: {}, counts: {}, ids: [] }, withFailures)
    let countedTo = from
    const scan = scanLines(opened.fd, from, size, ({ bytes, start, end, offset, isEnded }) => {
      // A line without an end may still be being written.
      if (!isEnded && parseTranscriptLine(bytes, start, end) === null) return
      counter.add(bytes, start, end)
      if (!isEnded) countedTo = offset + end - start
    })
    return {
      file: { ...file, size, mtimeMs, ino },
      isNew: known === null,
      countedFrom: from,
      countedTo: Math.max(countedTo, scan.endedAt),
      facts: counter.facts,
      counts: counter.counts,
      ids: counter.lastIds,
      agentCalls: { ...known?.agentCalls, ...Object.fromEntries(counter.agentCalls) },
      messages: counter.toMessages(),
      tools: counter.tools,
      failedToolIds: counter.failedToolIds,
    }
  } finally {
    closeSync(opened.fd)
  }
}

/** Adds what was left out of a count, so that it was sooner done. */
export function addFailures(counted: CountedFile): void {
  const { file, countedFrom, countedTo } = counted
  const opened = openInside(file.root, file.path)
  if (opened.kind !== 'file') return
  try {
    counted.failedToolIds.push(...findFailures(opened.fd, countedFrom, countedTo))
  } finally {
    closeSync(opened.fd)
  }
}

const OWNER = `file = excluded.file, copied = excluded.copied, ended = excluded.ended
  WHERE (excluded.copied, excluded.ended, excluded.file) < (copied, ended, file)`

/** Stores counts in one transaction, which must be open. */
export function storeCounts(database: DatabaseSync, counted: readonly CountedFile[]): void {
  // The last line of a message counts, so what the same file said before is replaced; what another one said stays, if it was first.
  const putMessage = database.prepare(`INSERT INTO api_messages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET at = excluded.at, model = excluded.model, input = excluded.input, output = excluded.output,
      write5m = excluded.write5m, write1h = excluded.write1h, read = excluded.read, searches = excluded.searches,
      usd = excluded.usd, tools = excluded.tools, ${OWNER} OR excluded.file = file`)
  const putTool =
    database.prepare(`INSERT INTO tool_calls (id, file, copied, ended, at, tool, failed) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET ${OWNER}`)
  const putFailed = database.prepare('UPDATE tool_calls SET failed = 1 WHERE id = ? AND failed = 0')
  const putFile = database.prepare(
    'UPDATE files SET session = ?, size = ?, mtime = ?, counted_to = ?, facts = ?, counts = ? WHERE id = ?',
  )
  const putDirty = database.prepare('INSERT OR IGNORE INTO dirty VALUES (?)')
  const putSums = {
    putUsage: database.prepare('INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    putToolUsage: database.prepare('INSERT INTO tool_usage VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  }
  for (const one of counted) {
    endWithParent()
    const { file, isNew, facts, counts, ids, agentCalls, messages, tools, failedToolIds, countedFrom, countedTo } = one
    const row = claimFile(database, file)
    // Another process was faster.
    if (row.countedTo !== countedFrom) continue
    const ended = facts.lastAt ?? ''
    const rollUp = isNew ? new RollUp() : null
    for (const message of messages) {
      const { key, atMs, model, isCopy, input, output, write5m, write1h, read, searches, usd } = message
      const names = JSON.stringify(message.tools)
      const tokens = [input, output, write5m, write1h, read, searches]
      const { changes } = putMessage.run(key, row.id, isCopy ? 1 : 0, ended, atMs, model, ...tokens, usd, names)
      if (changes !== 0) rollUp?.addMessage(message)
    }
    const failed = new Set(failedToolIds)
    for (const call of tools) {
      const { id, tool, atMs, isCopy } = call
      const isFailed = failed.delete(id)
      const { changes } = putTool.run(id, row.id, isCopy ? 1 : 0, ended, atMs, tool, isFailed ? 1 : 0)
      if (changes !== 0) rollUp?.addCall(call, isFailed)
    }
    // Of calls that were counted before.
    for (const id of failed) putFailed.run(id)
    const kept = { ...counts, ids, agentCalls }
    const session = file.sessionId ?? facts.sessionId ?? null
    // Found when words are taken, perhaps while this was counted.
    const { plans } = row.facts
    const allFacts = JSON.stringify({ ...facts, ...(plans && { plans }) })
    putFile.run(session, file.size, file.mtimeMs, countedTo, allFacts, JSON.stringify(kept), row.id)
    if (rollUp === null) putDirty.run(row.id)
    else rollUp.store(row.id, putSums)
  }
  sumUp(database)
}

const SUMS = `count(*), sum(input), sum(output), sum(write5m), sum(write1h), sum(read), sum(searches), total(usd),
  count(*) FILTER (WHERE usd IS NULL)`

/** Makes the sums of the files whose messages changed. */
function sumUp(database: DatabaseSync): void {
  database.exec(`
    DELETE FROM usage WHERE file IN (SELECT file FROM dirty);
    INSERT INTO usage SELECT file, at / 900000, model, ${SUMS} FROM api_messages
      WHERE file IN (SELECT file FROM dirty) GROUP BY 1, 2, 3;
    DELETE FROM tool_usage WHERE file IN (SELECT file FROM dirty);
    INSERT INTO tool_usage SELECT file, at / 900000, tools.value, 0, 0, ${SUMS} FROM api_messages, json_each(api_messages.tools) AS tools
      WHERE file IN (SELECT file FROM dirty) GROUP BY 1, 2, 3;
    INSERT INTO tool_usage SELECT file, at / 900000, tool, count(*), sum(failed), 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM tool_calls
      WHERE file IN (SELECT file FROM dirty) GROUP BY 1, 2, 3
      ON CONFLICT DO UPDATE SET calls = excluded.calls, errors = excluded.errors;
    DELETE FROM dirty;`)
}

/** Forgets files that are gone. */
export function forgetMissing(database: DatabaseSync, files: readonly IndexedFile[]): void {
  for (const file of files) forgetFile(database, file)
  sumUp(database)
}
