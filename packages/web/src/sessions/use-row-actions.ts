import type { SessionRow, UpdateSession } from '@quarterdeck/contract'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useQuarterdeck } from '../frame/quarterdeck.ts'

export interface RowActions {
  resume: (row: SessionRow) => void
  keep: (rows: readonly SessionRow[]) => void
  archive: (rows: readonly SessionRow[], archived: boolean) => void
  /** The same change to each, one after the other; resolves with what could not be done, as a sentence. */
  update: (rows: readonly SessionRow[], change: UpdateSession) => Promise<string | null>
  problem: string | null
  /** The last action in words, for those who do not see the table change. */
  news: string
}

export function useRowActions(): RowActions {
  const { api, live } = useQuarterdeck()
  const [, navigate] = useLocation()
  const [problem, setProblem] = useState<string | null>(null)
  const [news, setNews] = useState('')
  const actions = useMemo(() => {
    async function attempt(rows: readonly SessionRow[], work: (row: SessionRow) => Promise<unknown>, done: string) {
      const failures: string[] = []
      for (const row of rows)
        await work(row).catch(({ message }: Error) =>
          failures.push(rows.length === 1 ? message : `${row.title}: ${message}`),
        )
      const count = rows.length - failures.length
      if (count > 0) setNews(rows.length === 1 ? `${done}.` : `${done}: ${count} sessions.`)
      const others = failures.length > 1 ? ` ${failures.length - 1} more could not be changed.` : ''
      return failures[0] === undefined ? null : failures[0] + others
    }
    const update: RowActions['update'] = (rows, change) =>
      attempt(rows, ({ sessionId }) => live.give({ kind: 'update', sessionId, ...change }), toDone(change))
    return {
      update,
      resume: async (row: SessionRow) => {
        const resume = async ({ sessionId, projectPath }: SessionRow) => {
          const started = await live.give({ kind: 'start', cwd: projectPath, resume: sessionId })
          navigate(`/sessions/${started.sessionId}`)
        }
        setProblem(await attempt([row], resume, 'Resumed'))
      },
      keep: async (rows: readonly SessionRow[]) => {
        const keep = ({ sessionId }: SessionRow) =>
          api.call('POST /api/claude/sessions/:id/keep', { params: { id: sessionId } })
        setProblem(await attempt(rows, keep, 'Kept'))
      },
      archive: async (rows: readonly SessionRow[], archived: boolean) => setProblem(await update(rows, { archived })),
    }
  }, [api, live, navigate])
  return { ...actions, problem, news }
}

function toDone({ title, tag, archived }: UpdateSession): string {
  if (title !== undefined) return 'Renamed'
  if (tag !== undefined) return tag === null ? 'Tag removed' : 'Tagged'
  return archived ? 'Archived' : 'Taken out of the archive'
}
