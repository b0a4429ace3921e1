import type { DatabaseSync } from 'node:sqlite'
import { canonicalToolName } from '@quarterdeck/protocol/pure'
import { ArchiveError } from '../archive-error.ts'
import { checkLimit } from '../check-limit.ts'
import { readVocabulary, type Vocabulary } from '../index/vocabulary.ts'
import type { WorkerPool } from '../index/worker-pool.ts'
import type { Catalogue } from '../sessions/catalogue.ts'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'
import { hasInsides, parseQuery, type Query, toMatch } from './parse-query.ts'
import { type ScanRange, scanFiles } from './scan-files.ts'
import { parseCursor, type SearchCursor, toCursor } from './search-cursor.ts'
import type { SearchFilter } from './search-filter.ts'
import { compareHits, type SearchHit } from './search-hit.ts'
import { NEWEST, searchIndex } from './search-index.ts'
import { toSubstringMatch } from './substring-match.ts'

export interface SearchRequest {
  text: string
  filter?: SearchFilter
  limit?: number
  cursor?: string | null
  /** Whole words, or the insides of words too; by default the insides only where no whole word is found. */
  mode?: 'auto' | 'words' | 'substrings'
}

export interface SearchPage {
  hits: SearchHit[]
  nextCursor: string | null
  /** What the hits were found by. */
  matched: 'words' | 'substrings'
  /** Files whose words are not in the index yet: they were looked through as they are. */
  unindexedFiles: number
}

const DEFAULT_LIMIT = 50
/** Nobody types more, and the longer a phrase, the longer all else waits for it. */
const LONGEST_QUERY = 1000
/** So much is looked through without a worker. */
const INLINE_BYTES = 4 * 1024 * 1024
/** So much is looked through by each worker before its hits are counted. */
const WAVE_BYTES = 64 * 1024 * 1024

/** Where lines are to be looked for: in files as they are, in the index, and then in files again. */
interface Plan {
  fresh: ScanRange[]
  match: string | null
  /** Newest first. */
  backlog: TranscriptFile[]
}

/** What the index lacks, of one version of the catalogue. */
interface Lacking {
  version: number
  /** Nothing of it is in the index; newest first. */
  unindexed: TranscriptFile[]
  /** Something was written since. */
  grown: TranscriptFile[]
}

export class Searcher {
  readonly #catalogue: Catalogue
  readonly #pool: WorkerPool
  readonly #workers: number
  readonly #database: () => DatabaseSync | null
  #vocabulary: Vocabulary | null = null
  #lacking: Lacking | null = null

  constructor(options: {
    catalogue: Catalogue
    pool: WorkerPool
    workers: number
    database: () => DatabaseSync | null
  }) {
    this.#catalogue = options.catalogue
    this.#pool = options.pool
    this.#workers = options.workers
    this.#database = options.database
  }

  async search(request: SearchRequest): Promise<SearchPage> {
    const { text, mode = 'auto', limit = DEFAULT_LIMIT } = request
    const filter = toNamed(request.filter ?? {})
    checkLimit(limit)
    if (text.length > LONGEST_QUERY)
      throw new ArchiveError(
        'bad_request',
        `The query has ${text.length} characters, more than ${LONGEST_QUERY}. Look for less.`,
      )
    const cursor = parseCursor(request.cursor)
    const first = cursor?.mode ?? (mode === 'substrings' ? 'substrings' : 'words')
    const page = await this.#run(parseQuery(text, first === 'substrings'), filter, limit, cursor)
    if (page.hits.length > 0 || mode !== 'auto' || first === 'substrings') return page
    const query = parseQuery(text, true)
    return query.parts.length > 0 && hasInsides(query) ? this.#run(query, filter, limit, null) : page
  }

  async #run(query: Query, filter: SearchFilter, limit: number, cursor: SearchCursor | null): Promise<SearchPage> {
    const matched = query.isSubstring ? 'substrings' : 'words'
    const { unindexed, grown } = this.#lookAtFiles()
    const page: SearchPage = { hits: [], nextCursor: null, matched, unindexedFiles: unindexed.length }
    if (query.parts.length === 0) return page
    const database = this.#database()
    const plan = this.#plan(query, { unindexed, grown }, filter, database)
    const seen = new Set<string>()
    const add = (hits: readonly SearchHit[]) => {
      for (const hit of hits) {
        const key = `${hit.path}\n${hit.offset}`
        if (!seen.has(key)) page.hits.push(hit)
        seen.add(key)
      }
    }
    if (cursor === null) add(await this.#scan(plan.fresh, query, filter, Number.POSITIVE_INFINITY))
    if (cursor?.phase !== 'backlog' && plan.match !== null && database !== null) {
      const place = cursor ?? NEWEST
      const room = Math.max(1, limit - page.hits.length)
      const found = searchIndex(database, { match: plan.match, query, filter, limit: room, place })
      add(found.hits)
      if (found.next !== null) page.nextCursor = toCursor({ mode: matched, phase: 'index', ...found.next })
    }
    if (page.nextCursor === null && page.hits.length < limit) {
      const from = cursor?.phase === 'backlog' ? cursor : null
      await this.#searchBacklog(plan.backlog, query, filter, limit, from, page, add)
    }
    page.hits.sort(compareHits)
    return page
  }

  #plan(
    query: Query,
    { unindexed, grown }: Omit<Lacking, 'version'>,
    filter: SearchFilter,
    database: DatabaseSync | null,
  ): Plan {
    const fresh = grown.flatMap((file) => this.#toRange(file, filter, this.#wordedTo(file)))
    const everything: Plan = { fresh: [], match: null, backlog: newestFirst(this.#catalogue.files()) }
    if (database === null) return everything
    if (!query.isSubstring) {
      const match = toMatch(query)
      return match === null ? everything : { fresh, match, backlog: unindexed }
    }
    const vocabulary = this.#readVocabulary(database)
    if (vocabulary === null) return everything
    const found = toSubstringMatch(query, vocabulary)
    if (found === 'everywhere') return everything
    const uncovered = this.#listUncovered(database, vocabulary.coveredTo, filter)
    return {
      fresh: [...fresh, ...uncovered],
      match: found === 'nowhere' ? null : found.match,
      backlog: unindexed,
    }
  }

  /** Lines whose words were not collected yet. */
  #listUncovered(database: DatabaseSync, coveredTo: number, filter: SearchFilter): ScanRange[] {
    const rows = database
      .prepare(`SELECT root, path, min(offset) AS "from", max(offset + length) AS "to" FROM lines JOIN files ON files.id = lines.file
        WHERE lines.id >= ? GROUP BY lines.file`)
      .all(coveredTo)
    const files = new Map(this.#catalogue.files().map((file) => [`${file.root}\n${file.path}`, file]))
    return rows.flatMap((row) => {
      const file = files.get(`${row.root}\n${row.path}`)
      return file === undefined ? [] : this.#toRange(file, filter, row.from as number, row.to as number)
    })
  }

  async #searchBacklog(
    files: readonly TranscriptFile[],
    query: Query,
    filter: SearchFilter,
    limit: number,
    cursor: (SearchCursor & { phase: 'backlog' }) | null,
    page: SearchPage,
    add: (hits: readonly SearchHit[]) => void,
  ): Promise<void> {
    const start = cursor === null ? 0 : files.findIndex((file) => file.path === cursor.path)
    let skip = cursor?.skip ?? 0
    for (let at = Math.max(0, start); at < files.length; ) {
      const wave = takeWave(files, at, WAVE_BYTES * this.#workers)
      const ranges = wave.flatMap((file) => this.#toRange(file, filter, 0))
      const hits = (await this.#scan(ranges, query, filter, limit + skip)).sort(compareHits)
      const room = limit - page.hits.length
      add(hits.slice(skip, skip + room))
      if (hits.length > skip + room) {
        const { path } = wave[0] as TranscriptFile
        page.nextCursor = toCursor({ mode: page.matched, phase: 'backlog', path, skip: skip + room })
        return
      }
      at += wave.length
      skip = 0
      const next = files[at]
      if (page.hits.length >= limit && next !== undefined) {
        page.nextCursor = toCursor({ mode: page.matched, phase: 'backlog', path: next.path, skip: 0 })
        return
      }
    }
  }

  async #scan(ranges: ScanRange[], query: Query, filter: SearchFilter, limit: number): Promise<SearchHit[]> {
    const bytes = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
    if (bytes <= INLINE_BYTES) return scanFiles({ ranges, query, filter, limit })
    const shares = Array.from({ length: this.#workers }, (_, worker) =>
      ranges.filter((_range, index) => index % this.#workers === worker),
    )
    const answers = await Promise.all(
      shares.map((share) => this.#pool.run({ kind: 'scan', request: { ranges: share, query, filter, limit } }, true)),
    )
    return answers.flatMap(({ hits = [] }) => hits)
  }

  #toRange(file: TranscriptFile, filter: SearchFilter, from: number, to = file.size): ScanRange[] {
    const sessionId = file.sessionId ?? this.#catalogue.factsOf(file).sessionId
    if (sessionId === undefined || (filter.sessionId !== undefined && filter.sessionId !== sessionId)) return []
    let project: string | null = null
    if (filter.project !== undefined) {
      const main = this.#catalogue.findSession(sessionId)
      project = this.#catalogue.factsOf(main ?? file).cwd ?? null
      if (project !== filter.project) return []
    }
    const { root, path, agentId } = file
    return [{ root, path, sessionId, agentId, project, from, to }]
  }

  /** To ask of thousands of files takes longer than to find a rare word. */
  #lookAtFiles(): Lacking {
    const { version } = this.#catalogue
    if (this.#lacking?.version === version) return this.#lacking
    const files = this.#catalogue.files().map((file) => ({ file, worded: this.#wordedTo(file) }))
    const unindexed = files.flatMap(({ file, worded }) => (worded === 0 ? [file] : []))
    this.#lacking = {
      version,
      unindexed: newestFirst(unindexed),
      grown: files.flatMap(({ file, worded }) => (worded > 0 && worded < file.size ? [file] : [])),
    }
    return this.#lacking
  }

  #wordedTo(file: TranscriptFile): number {
    return this.#catalogue.findIndexed(file)?.wordedTo ?? 0
  }

  #readVocabulary(database: DatabaseSync): Vocabulary | null {
    const current = database.prepare('SELECT covered_to FROM vocabulary').get()?.covered_to
    if (current === undefined) return null
    if (this.#vocabulary?.coveredTo !== current) this.#vocabulary = readVocabulary(database)
    return this.#vocabulary
  }
}

function newestFirst(files: TranscriptFile[]): TranscriptFile[] {
  return files.sort((one, other) => other.mtimeMs - one.mtimeMs)
}

function takeWave(files: readonly TranscriptFile[], from: number, most: number): TranscriptFile[] {
  let bytes = 0
  let to = from
  while (to < files.length && (to === from || bytes + (files[to]?.size ?? 0) <= most)) bytes += files[to++]?.size ?? 0
  return files.slice(from, to)
}

/** Calls are kept under the name that the current CLI gives them, whatever theirs did. */
function toNamed({ tool, ...filter }: SearchFilter): SearchFilter {
  return tool === undefined ? filter : { ...filter, tool: canonicalToolName(tool) }
}
