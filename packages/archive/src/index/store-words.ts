import { closeSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { canonicalToolName } from '@quarterdeck/protocol/pure'
import { toBlocks } from '../lines/line-content.ts'
import { parseTranscriptLine, type TranscriptLine } from '../lines/parse-transcript-line.ts'
import { scanLines } from '../lines/scan-lines.ts'
import { toMs } from '../lines/to-ms.ts'
import { openInside } from '../safe-open.ts'
import { spaceOut } from '../search/fold-text.ts'
import { type SearchText, toSearchText } from '../search/search-text.ts'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'
import { toPlanSlugs } from '../side/plans/to-plan-slugs.ts'
import { endWithParent } from './end-with-parent.ts'
import { claimFile, type IndexedFile } from './index-file.ts'
import { LineNumbers, toTokenOf } from './line-numbers.ts'

/** A line with words in it is never shorter: it has a uuid, a session and a time. */
const SHORTEST_LINE_BYTES = 100

/**
 * Takes the words of some files, in one transaction, which must be open. Numbers of lines rise with time, so that the newest are
 * found first: of files that come newest first, each gets its numbers below the one before.
 */
export function storeWords(database: DatabaseSync, files: readonly TranscriptFile[]): void {
  const numbers = new LineNumbers(database)
  const planned = files.map((file) => {
    const row = claimFile(database, file)
    const most = Math.ceil(Math.max(0, file.size - row.wordedTo) / SHORTEST_LINE_BYTES) + 1
    return { file, row, first: numbers.take(most, row.wordedTo > 0), most }
  })
  const writer = new WordWriter(database)
  // FTS5 writes a piece of the index whenever numbers fall.
  planned.sort((one, other) => one.first - other.first)
  for (const { file, row, first, most } of planned) {
    endWithParent()
    writer.write(file, row, first, first + most)
  }
  numbers.save()
}

class WordWriter {
  readonly #putWords
  readonly #putLine
  readonly #putFile
  readonly #putFacts
  readonly #findTool
  readonly #findProject
  readonly #toToken: (name: string) => string

  constructor(database: DatabaseSync) {
    this.#putWords = database.prepare('INSERT INTO words (rowid, text, facts) VALUES (?, ?, ?)')
    this.#putLine = database.prepare('INSERT INTO lines VALUES (?, ?, ?, ?, ?)')
    this.#putFile = database.prepare('UPDATE files SET worded_to = ?, lines = ?, damaged = ? WHERE id = ?')
    this.#putFacts = database.prepare('UPDATE files SET facts = ? WHERE id = ?')
    this.#findTool = database.prepare('SELECT tool FROM tool_calls WHERE id = ?')
    this.#findProject = database.prepare(
      "SELECT facts ->> 'cwd' AS cwd FROM files WHERE root = ? AND session = ? AND agent IS NULL",
    )
    this.#toToken = toTokenOf(database)
  }

  write(file: TranscriptFile, row: IndexedFile, first: number, end: number): void {
    const opened = openInside(file.root, file.path)
    if (opened.kind !== 'file') return
    try {
      const project = this.#projectOf(file, row)
      const tools = new Map<string, string>()
      const plans = new Set(row.facts.plans)
      let number = first
      let lines = row.lines ?? 0
      let damaged = row.damagedLines ?? 0
      let wordedTo = row.wordedTo
      const scan = scanLines(opened.fd, row.wordedTo, file.size, ({ bytes, start, end: stop, offset, isEnded }) => {
        const line = parseTranscriptLine(bytes, start, stop)
        if (line === null) {
          if (isEnded) damaged++
          return
        }
        lines++
        if (!isEnded) wordedTo = offset + stop - start
        const found = toSearchText(line)
        noteCall(line, tools)
        for (const slug of toPlanSlugs(line)) plans.add(slug)
        if (found === null || number >= end) return
        this.#putWords.run(number, spaceOut(found.text), this.#toFacts(line, found, project, tools))
        this.#putLine.run(number, row.id, offset, stop - start, toMs(line.timestamp))
        number++
      })
      damaged += scan.oversizedLines
      if (plans.size > 0) this.#putFacts.run(JSON.stringify({ ...row.facts, plans: [...plans] }), row.id)
      this.#putFile.run(Math.max(wordedTo, scan.endedAt), lines, damaged, row.id)
    } finally {
      closeSync(opened.fd)
    }
  }

  #projectOf(file: TranscriptFile, row: IndexedFile): string {
    const sessionId = row.sessionId ?? file.sessionId
    const main = row.agentId === null || sessionId === null ? undefined : this.#findProject.get(file.root, sessionId)
    return (main?.cwd as string | undefined) ?? row.facts.cwd ?? ''
  }

  #toFacts(line: TranscriptLine, found: SearchText, project: string, tools: ReadonlyMap<string, string>): string {
    const id = found.toolUseId
    const known = id === null ? undefined : (tools.get(id) ?? (this.#findTool.get(id)?.tool as string | undefined))
    const tool = found.toolName ?? known
    const names = [`role:${found.role}`, `project:${project}`]
    if (tool !== undefined && tool !== null) names.push(`tool:${tool}`)
    if (typeof line.gitBranch === 'string' && line.gitBranch !== '') names.push(`branch:${line.gitBranch}`)
    return names.map(this.#toToken).join(' ')
  }
}

function noteCall(line: TranscriptLine, tools: Map<string, string>): void {
  if (line.type !== 'assistant') return
  for (const block of toBlocks(line)) {
    if (block.type === 'tool_use' && typeof block.id === 'string' && typeof block.name === 'string')
      tools.set(block.id, canonicalToolName(block.name))
  }
}
