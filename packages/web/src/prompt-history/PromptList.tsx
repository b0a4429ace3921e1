import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { addToDraft } from '../composer/draft/use-draft.ts'
import { findLastSession } from '../frame/last-session.ts'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useNow } from '../frame/use-now.ts'
import { askForSession } from '../new-session/ask-for-session.ts'
import { useDebounced } from '../parts/use-debounced.ts'
import { useIsNarrow } from '../parts/use-is-narrow.ts'
import { Choice } from '../reading/Choice.tsx'
import { LoadMore } from '../reading/LoadMore.tsx'
import { ReadingProblem } from '../reading/ReadingProblem.tsx'
import { useAddress } from '../reading/use-address.ts'
import { useListKeys } from '../reading/use-list-keys.ts'
import { usePages } from '../reading/use-pages.ts'
import { useReading } from '../reading/use-reading.ts'
import { toShortPath } from '../tools/to-short-path.ts'
import { PromptItem } from './PromptItem.tsx'
import { groupPrompts, type PromptGroup } from './prompt.ts'

const PAGE = 60

/** Earlier prompts, to be found and used again. */
export function PromptList() {
  const [fields, change] = useAddress()
  const { q = '', project = '' } = fields
  const wanted = useMemo(() => ({ query: { q: q.trim(), project, limit: PAGE } }), [q, project])
  const asked = useDebounced(wanted)
  const { items, isLoading, problem, hasMore, loadMore } = usePages('GET /api/claude/history', asked)
  const groups = useMemo(() => groupPrompts(items), [items])
  const { data: found } = useReading('GET /api/claude/projects', { query: { limit: 1000 } })
  const projects = useMemo(
    () => (found?.items ?? []).map(({ path: value }) => ({ value, label: toShortPath(value) })),
    [found],
  )
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(-1)
  const now = useNow(60_000)
  const use = useAgain()
  const isNarrow = useIsNarrow()
  // On a phone the keyboard would cover what is listed.
  useEffect(() => {
    if (!isNarrow) field.current?.focus()
  }, [isNarrow])
  const onKeyDown = useListKeys({
    count: groups.length,
    current,
    onMove(index) {
      setCurrent(index)
      list.current?.querySelectorAll<HTMLElement>('[data-use]')[index]?.focus()
    },
  })

  const isWaiting = isLoading || asked !== wanted
  return (
    <>
      <search className="filters">
        <input
          ref={field}
          className="field"
          type="search"
          aria-label="Search prompts"
          onKeyDown={onKeyDown}
          placeholder="Words of a prompt"
          value={q}
          onChange={(event) => {
            setCurrent(-1)
            change({ q: event.target.value })
          }}
        />
        <Choice
          name="Project"
          all="All projects"
          value={project}
          options={projects}
          field="project"
          onChange={change}
        />
      </search>
      <ReadingProblem problem={problem} onRetry={loadMore} />
      {groups.length === 0 && isWaiting && <Skeleton lines={8} label="Reading" />}
      {groups.length === 0 && !isWaiting && !hasMore && problem === null && (
        <p className="quiet" role="status">
          {q === '' && project === ''
            ? 'Nothing was typed yet. What you send to Claude is listed here.'
            : 'No prompt fits. Try fewer words, or all projects.'}
        </p>
      )}
      <ul ref={list} className="plain-list" aria-label="Prompts" onKeyDown={onKeyDown} aria-busy={isWaiting}>
        {groups.map((group) => (
          <PromptItem key={group.prompt.text} group={group} now={now} onUse={use} />
        ))}
      </ul>
      <LoadMore hasMore={hasMore} isLoading={isLoading} hasFailed={problem !== null} onMore={loadMore} />
    </>
  )
}

/** Into the message of the session that was open before, or into a new session in the folder where it was used. */
function useAgain(): (prompt: PromptGroup['prompt']) => void {
  const [, navigate] = useLocation()
  return ({ text, project }) => {
    const sessionId = findLastSession()
    if (sessionId === null) return askForSession({ cwd: project ?? '', prompt: text })
    addToDraft(sessionId, text)
    navigate(`/sessions/${sessionId}`)
  }
}
