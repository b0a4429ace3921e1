import type { Asked } from '@quarterdeck/client'
import type { SearchHit, SearchPage } from '@quarterdeck/contract/routes'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNow } from '../frame/use-now.ts'
import { LoadMore } from '../reading/LoadMore.tsx'
import { ReadingProblem } from '../reading/ReadingProblem.tsx'
import '../reading/reading.css'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useDebounced } from '../parts/use-debounced.ts'
import { useAddress } from '../reading/use-address.ts'
import { useListKeys } from '../reading/use-list-keys.ts'
import { type Pages, usePages } from '../reading/use-pages.ts'
import { Hit } from './Hit.tsx'
import { SearchFilters } from './SearchFilters.tsx'
import './search.css'

const PAGE = 40

/** Every word that was ever said, in any session. What is looked for stands in the address. */
export function SearchView() {
  const [fields, change] = useAddress()
  const { q = '' } = fields
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(-1)
  const wanted = useMemo(() => toAsked(fields), [fields])
  const asked = useDebounced(wanted)
  const pages = usePages('GET /api/claude/search', asked)
  const now = useNow(60_000)
  useEffect(() => field.current?.focus(), [])
  const onKeyDown = useListKeys({
    count: pages.items.length,
    current,
    onMove(index) {
      setCurrent(index)
      list.current?.querySelector<HTMLElement>(`[data-hit="${index}"]`)?.focus()
    },
  })

  const isWaiting = pages.isLoading || asked !== wanted
  return (
    <main className="main view column">
      <h1>Search</h1>
      <search className="filters">
        <input
          ref={field}
          className="field"
          type="search"
          aria-label="Search history"
          onKeyDown={onKeyDown}
          placeholder="Words, or a “phrase in quotes”"
          value={q}
          onChange={(event) => {
            setCurrent(-1)
            change({ q: event.target.value }, { isNew: q === '' })
          }}
        />
        <SearchFilters fields={fields} onChange={change} />
      </search>
      <p className="quiet search-said" role="status">
        {toSentence(q, pages, isWaiting)}
      </p>
      <ReadingProblem problem={pages.problem} onRetry={pages.loadMore} />
      {q.trim() === '' && <Hints />}
      {isWaiting && pages.items.length === 0 && q.trim() !== '' && <Skeleton lines={8} label="Reading" />}
      {q.trim() !== '' && (
        <ul
          ref={list}
          className="plain-list"
          aria-label="Results"
          onKeyDown={onKeyDown}
          aria-busy={isWaiting}
          onFocus={({ target }) => target.dataset.hit !== undefined && setCurrent(Number(target.dataset.hit))}
        >
          {pages.items.map((hit, index) => (
            <Hit
              // biome-ignore lint/suspicious/noArrayIndexKey: a message can be found twice, and hits keep their place
              key={`${hit.sessionId} ${hit.uuid} ${index}`}
              hit={hit}
              index={index}
              isCurrent={index === Math.max(0, current)}
              now={now}
            />
          ))}
        </ul>
      )}
      {q.trim() !== '' && (
        <LoadMore
          hasMore={pages.hasMore}
          isLoading={pages.isLoading}
          hasFailed={pages.problem !== null}
          onMore={pages.loadMore}
        />
      )}
    </main>
  )
}

/** What stands in the address may be anything: the server says what is wrong with it. */
function toAsked({
  q = '',
  role,
  ...filters
}: Readonly<Record<string, string>>): Asked<'GET /api/claude/search'> | null {
  if (q.trim() === '') return null
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { project, tool, since, until } = filters
  return { query: { q: q.trim(), project, role: role as SearchHit['role'], tool, since, until, tz, limit: PAGE } }
}

function toSentence(q: string, { items, last, hasMore, problem }: Pages<SearchPage>, isWaiting: boolean): string {
  if (q.trim() === '' || problem !== null) return ''
  if (isWaiting && items.length === 0) return 'Searching…'
  if (last === null) return ''
  const count =
    items.length === 0
      ? 'Nothing was found. Try fewer or other words, the beginning of one with a * behind it, or fewer filters.'
      : `${items.length}${hasMore ? ' or more' : ''} ${items.length === 1 ? 'message' : 'messages'}, newest first.`
  const how =
    items.length > 0 && last.matched === 'substrings' ? ' No whole word fits: these hold it inside of a word.' : ''
  const index =
    last.unindexedFiles > 0
      ? ` The index is still being built: ${last.unindexedFiles.toLocaleString('en')} files are not in it yet, and were looked through as they are.`
      : ''
  return count + how + index
}

function Hints() {
  return (
    <ul className="hints quiet">
      <li>Every word must stand in the message; letter case and accents do not matter.</li>
      <li>
        <code>"two words"</code> finds them side by side, <code>begin*</code> finds words that begin so.
      </li>
      <li>A result opens the session at that message.</li>
    </ul>
  )
}
