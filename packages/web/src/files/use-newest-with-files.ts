import type { SessionRow } from '@quarterdeck/contract'
import { useEffect, useState } from 'react'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { findNewestWithFiles } from './find-newest-with-files.ts'

interface Newest {
  sessionId: string | null
  isLooking: boolean
}

/** The session whose files are shown while none was chosen. Looked for once in each project: what is shown does not change by itself. */
export function useNewestWithFiles(rows: readonly SessionRow[], project: string, isWanted: boolean): Newest {
  const { api } = useQuarterdeck()
  const [found, setFound] = useState<{ project: string; sessionId: string | null } | null>(null)
  const isKnown = found?.project === project
  const canLook = isWanted && !isKnown && rows.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows change with every word that is said anywhere
  useEffect(() => {
    if (!canLook) return
    let isOver = false
    void findNewestWithFiles(rows, project, (id) =>
      api.call('GET /api/claude/sessions/:id/file-history', { params: { id }, query: { limit: 1 } }),
    ).then((sessionId) => isOver || setFound({ project, sessionId }))
    return () => {
      isOver = true
    }
  }, [api, canLook, project])
  return { sessionId: isWanted && isKnown ? found.sessionId : null, isLooking: canLook }
}
