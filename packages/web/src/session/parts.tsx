import type { Approval, CallRow, Row } from '@quarterdeck/transcript'
import { useEffect, useState } from 'react'
import { lazily } from '../parts/lazily.ts'
import { toVisibleText } from '../text/visible-text.ts'

/** The parts that draw tool calls and cards, loaded once Claude does something. */
export const ToolGroup = lazily(
  async () => ({ default: (await import('../tools/ToolGroup.tsx')).ToolGroup }),
  ToolsWaiting,
)
export const CardStack = lazily(async () => ({ default: (await import('../cards/CardStack.tsx')).CardStack }))

function ToolsWaiting({ calls }: { calls: readonly CallRow[] }) {
  return <p className="tools-waiting quiet">{toVisibleText(calls.map(({ call }) => call.name).join(', '))}</p>
}

interface Needs {
  rows: readonly Row[]
  approvals: readonly Approval[]
  isCaughtUp: boolean
  isWorking: boolean
}

/** Whether the session can be drawn as it will stay: what its entries and cards are drawn with is there before they are. */
export function useParts({ rows, approvals, isCaughtUp, isWorking }: Needs): { isReady: boolean; mayAsk: boolean } {
  const [isReady, setIsReady] = useState(false)
  const [mayAsk, setMayAsk] = useState(false)
  if (!mayAsk && (isWorking || approvals.length > 0)) setMayAsk(true)
  const needsTools = mayAsk || rows.some(({ kind }) => kind === 'tools')
  useEffect(() => {
    if (!isCaughtUp) return
    const needed = [...(needsTools ? [ToolGroup.load()] : []), ...(mayAsk ? [CardStack.load()] : [])]
    // One that cannot be loaded says so in its own place.
    void Promise.allSettled(needed).then(() => setIsReady(true))
  }, [isCaughtUp, needsTools, mayAsk])
  return { isReady: isReady && isCaughtUp, mayAsk }
}
