import type { SessionRow } from '@quarterdeck/contract'
import { toVisibleText } from '../text/visible-text.ts'
import type { Starting } from './use-session-actions.ts'

interface Props {
  heldBy: NonNullable<SessionRow['heldBy']>
  onFork: () => void
  onTakeOver: () => void
  starting: Starting | null
}

/** Another program has the session: two that write it at once would tear it apart, so a person chooses. */
export function HeldNotice({ heldBy: { what, pid }, onFork, onTakeOver, starting }: Props) {
  return (
    <div className="held" role="note" aria-label="Held elsewhere">
      <p>
        {toVisibleText(what)} (process {pid}) has this session open. You can follow it here as it goes on; to write,
        fork it, or take it over once you are done there.
      </p>
      <div className="row">
        <button type="button" className="button" aria-disabled={starting === 'fork'} onClick={onFork}>
          {starting === 'fork' ? 'Forking…' : 'Fork it'}
        </button>
        <button type="button" className="button" aria-disabled={starting === 'take over'} onClick={onTakeOver}>
          {starting === 'take over' ? 'Taking over…' : 'Take over'}
        </button>
      </div>
    </div>
  )
}
