import type { SessionRow } from '@quarterdeck/contract'
import type { BackgroundTask, FileTouch } from '@quarterdeck/transcript'
import { memo } from 'react'
import { useLive, useQuarterdeck } from '../frame/quarterdeck.ts'
import { Skeleton } from '../frame/Skeleton.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { useIsNarrow } from '../parts/use-is-narrow.ts'
import type { WholeOverview } from '../session/to-whole-overview.ts'
import { ContextPanel } from './ContextPanel.tsx'
import { CostPanel } from './CostPanel.tsx'
import { FilesPanel } from './FilesPanel.tsx'
import { McpPanel } from './McpPanel.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { findContextText } from './parse-context-text.ts'
import { askTaskOutput, readTaskOutput } from './read-task-output.ts'
import { SessionInfoPanel } from './SessionInfoPanel.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import { TasksPanel } from './TasksPanel.tsx'

// One more part to load would cost more than it saves: it reads what the panel of tasks reads.
export { TaskEnd } from '../session/entry/TaskEnd.tsx'

interface Props {
  row: SessionRow | undefined
  overview: WholeOverview
  /** Until then nothing can be said of it, not even that there is none. */
  isRead: boolean
  onAsk: (request: { subtype: string; [field: string]: unknown }) => Promise<unknown>
  onSend: (text: string) => Promise<void>
  onStopTask: (taskId: string) => void
  onShowFile: (file: FileTouch) => void
  onViewPlan: () => void
  onClose: () => void
}

/** The panels beside the conversation; on a phone they come up from below. */
function SessionPanels(props: Props) {
  const isNarrow = useIsNarrow()
  if (!isNarrow)
    return (
      <div className="panels">
        <PanelList {...props} />
      </div>
    )
  return (
    <Dialog title="Panels" onClose={props.onClose}>
      <div className="panels-sheet">
        <PanelList {...props} />
      </div>
    </Dialog>
  )
}

/** What they show of the session: a text that is being written changes nothing of it. */
const SHOWN = [
  'todos',
  'tasks',
  'plan',
  'approvals',
  'files',
  'context',
  'usage',
  'turn',
  'turnCount',
  'rateLimits',
  'isPartial',
  'about',
  'sessionId',
] as const

export default memo(
  SessionPanels,
  (before, after) =>
    before.row === after.row &&
    before.isRead === after.isRead &&
    before.overview.context.usedTokens === after.overview.context.usedTokens &&
    SHOWN.every((name) => before.overview[name] === after.overview[name]),
)

function PanelList({ row, overview, isRead, onAsk, onSend, onStopTask, onShowFile, onViewPlan }: Props) {
  const { api, live } = useQuarterdeck()
  const sessionId = row?.sessionId ?? overview.sessionId ?? ''
  const { isPartial } = overview
  const isAsked = overview.approvals.some(({ kind }) => kind === 'plan')
  const told = useLive((state) => findContextText(state.sessions[sessionId]?.rows ?? []))
  /** Where nobody has said where it is, the CLI knows. */
  const readOutput = async ({ id, outputFile }: BackgroundTask) =>
    outputFile === undefined
      ? (await askTaskOutput(live, sessionId, id)) || 'It wrote nothing.'
      : readTaskOutput(api, sessionId, id)
  if (!isRead) return <Skeleton lines={8} label="Reading the session" />
  return (
    <>
      <TasksPanel overview={overview} isPartial={isPartial} onStopTask={onStopTask} onTaskOutput={readOutput} />
      {overview.plan !== null && <PlanPanel plan={overview.plan} isAsked={isAsked} onView={onViewPlan} />}
      <FilesPanel overview={overview} isPartial={isPartial} onShow={onShowFile} />
      <ContextPanel
        context={overview.context}
        canAsk={row?.live ?? false}
        onAsk={() => onAsk({ subtype: 'get_context_usage' })}
        told={told}
        onSay={() => onSend('/context')}
      />
      <CostPanel overview={overview} isPartial={isPartial} />
      <McpPanel
        key={sessionId}
        sessionId={sessionId}
        told={overview.about.mcpServers}
        canAsk={row?.live ?? false}
        onAsk={onAsk}
      />
      <SettingsPanel about={overview.about} onAsk={onAsk} />
      {row !== undefined && <SessionInfoPanel row={row} overview={overview} isPartial={isPartial} />}
    </>
  )
}
