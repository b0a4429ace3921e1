import type { FileTouch } from '@quarterdeck/transcript'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { findCallRow, type RowTarget } from '../entry/find-row.ts'

/** The row that a panel leads to: the newest change of a file, however far back. */
export function usePointed(sessionId: string) {
  const { live } = useQuarterdeck()
  const [, navigate] = useLocation()
  const [pointed, setPointed] = useState<RowTarget | null>(null)
  async function showFile({ toolId, uuid, path }: FileTouch): Promise<void> {
    const find = () => findCallRow(live.store.getState().sessions[sessionId]?.rows ?? [], toolId)
    if (find() === null && uuid !== undefined) await live.loadOlder(sessionId, { until: uuid })
    const target = find()
    if (target !== null) setPointed(target)
    // It was rewound, or stands in what was forgotten: the file has its own history.
    else navigate(`/files?session=${sessionId}&file=${encodeURIComponent(path)}`)
  }
  return { pointed, showFile }
}
