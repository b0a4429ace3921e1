import { useEffect, useState } from 'react'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { TimeText } from '../../text/TimeText.tsx'
import { type Stretch, toBranches } from './to-branches.ts'

interface Props {
  sessionId: string
  onLook: (stretch: Stretch) => void
  onFork: (uuid: string) => void
  onClose: () => void
}

/** Where the conversation parted: by prompts that were edited, and by what was rewound. */
export function TreeDialog({ sessionId, onLook, onFork, onClose }: Props) {
  const { api } = useQuarterdeck()
  const [roots, setRoots] = useState<readonly Stretch[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    api.call('GET /api/claude/sessions/:id/tree', { params: { id: sessionId } }).then(
      ({ items }) => setRoots(toBranches(items)),
      (error: Error) => setProblem(error.message),
    )
  }, [api, sessionId])
  const isOne = roots !== null && roots.length <= 1 && (roots[0]?.branches.length ?? 0) === 0
  return (
    <Dialog title="Branches" isWide onClose={onClose}>
      {problem !== null && <p className="error">{problem}</p>}
      {roots === null && problem === null && <p className="quiet">Reading the session…</p>}
      {roots?.length === 0 && <p>Nothing has been said yet.</p>}
      {isOne && roots.length > 0 && (
        <p className="quiet">This conversation has never parted. You can fork from any entry.</p>
      )}
      {roots !== null && <Stretches list={roots} onLook={onLook} onFork={onFork} />}
    </Dialog>
  )
}

interface StretchesProps {
  list: readonly Stretch[]
  onLook: (stretch: Stretch) => void
  onFork: (uuid: string) => void
}

function Stretches({ list, onLook, onFork }: StretchesProps) {
  if (list.length === 0) return null
  return (
    <ul className="branches">
      {list.map((stretch) => (
        <li key={stretch.last} aria-current={stretch.isCurrent && stretch.branches.length === 0 ? 'true' : undefined}>
          <p className="branch-text">{stretch.text === '' ? 'Without words of a person' : stretch.text}</p>
          <p className="quiet branch-facts">
            {stretch.count} {stretch.count === 1 ? 'message' : 'messages'} <TimeText at={stretch.at ?? undefined} />
            {stretch.isCurrent && stretch.branches.length === 0 && <strong> the current branch</strong>}
          </p>
          {stretch.branches.length === 0 && (
            <div className="branch-actions">
              {!stretch.isCurrent && (
                <button type="button" className="small-button" onClick={() => onLook(stretch)}>
                  Look at it
                </button>
              )}
              <button type="button" className="small-button" onClick={() => onFork(stretch.last)}>
                Fork from it
              </button>
            </div>
          )}
          <Stretches list={stretch.branches} onLook={onLook} onFork={onFork} />
        </li>
      ))}
    </ul>
  )
}
