import type { Turn, Usage } from '@quarterdeck/transcript'
import { toDollars } from '../text/to-dollars.ts'
import './panels.css'

/** The cost of the session, and the newest turn's share of it. */
export function CostGroup({ usage, turn }: { usage: Usage; turn: Turn | null }) {
  const delta = turn?.costUsd ?? 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and lay out differently in every browser
    <span className="cost" role="group" aria-label="Cost">
      {toDollars(usage.costUsd)}
      {delta > 0 && <span className="quiet"> +{toDollars(delta).slice(1)}</span>}
    </span>
  )
}
