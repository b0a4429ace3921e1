import type { CallRow } from '@quarterdeck/transcript'
import { Markdown } from '../markdown/Markdown.tsx'
import { ErrorText } from './ErrorText.tsx'
import { textOf } from './read-field.ts'
import { SubagentRows } from './SubagentRows.tsx'
import type { ToolView } from './tool-view.ts'

/** A subagent: its own conversation inside, as it happens. */
export const agentView: ToolView = {
  toFace({ call, agent }) {
    const kind = textOf(call.input, 'subagent_type') ?? agent?.type
    const tokens = agent?.totalTokens
    return {
      name: 'Agent',
      subject: textOf(call.input, 'description') ?? kind ?? 'agent',
      note: [kind, agent?.model, tokens === undefined ? undefined : `${tokens.toLocaleString('en')} tokens`]
        .filter((word) => word !== undefined)
        .join(' · '),
    }
  },
  Body: AgentBody,
  isOpenAtFirst: ({ call }) => call.status === 'running' || call.status === 'waiting',
}

function AgentBody({ row }: { row: CallRow }) {
  const { call, rows = [] } = row
  return (
    <>
      <details>
        <summary>What it was told</summary>
        <Markdown text={textOf(call.input, 'prompt') ?? ''} />
      </details>
      {rows.length > 0 && <SubagentRows rows={rows} />}
      {call.status === 'failed' && <ErrorText text={call.result ?? ''} />}
    </>
  )
}
