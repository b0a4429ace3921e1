import type { Overview } from '@quarterdeck/transcript'
import { toCount } from '../text/to-count.ts'
import './panels.css'

/** From here on it is said: the conversation will be compacted soon. */
const NEARLY_FULL = 0.8

/** How much of the model's window the conversation takes; only how much it is, until the CLI has said how large the window is. */
export function ContextMeter({ usedTokens, windowTokens }: Overview['context']) {
  const share = windowTokens === null ? 0 : Math.min(1, usedTokens / windowTokens)
  const percent = Math.round(share * 100)
  const used = `${toCount(usedTokens)} tokens`
  if (windowTokens === null)
    return (
      <span className="context" title="How large the window is, Claude Code says when a turn has ended.">
        {/* An empty gauge would say that nothing is used. */}
        <meter className="visually-hidden" aria-label="Context" min={0} max={100} value={0} aria-valuetext={used} />
        <span>{used}</span>
      </span>
    )
  const words = `${toCount(usedTokens)} of ${toCount(windowTokens)} tokens`
  return (
    <span className={share > NEARLY_FULL ? 'context nearly-full' : 'context'} title={words}>
      <meter aria-label="Context" min={0} max={100} value={percent} aria-valuetext={`${percent} %, ${words}`} />
      <span>{percent} %</span>
      {share > NEARLY_FULL && <span>nearly full</span>}
    </span>
  )
}
