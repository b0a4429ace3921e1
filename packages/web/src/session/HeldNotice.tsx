import type { SessionRow } from '@quarterdeck/contract'
import { toVisibleText } from '../text/visible-text.ts'

interface Props {
  heldBy: NonNullable<SessionRow['heldBy']>
  onFork: () => void
  onTakeOver: () => void
}

/** Another program has the session: two that write it at once would tear it apart, so a person chooses. */
export function HeldNotice({ heldBy: { what, pid }, onFork, onTakeOver }: Props) {
  return (
    <div className="held" role="note" aria-label="Held elsewhere">
      <p>
        {toVisibleText(what)} (process {pid}) has this session open. You can follow it here as it goes on; to write,
        fork it, or take it over once you are done there.
      </p>
      <div className="row">
        <button type="button" className="button" onClick={onFork}>
          Fork it
        </button>
        <button type="button" className="button" onClick={onTakeOver}>
          Take over
        </button>
      </div>
    </div>
  )
}
