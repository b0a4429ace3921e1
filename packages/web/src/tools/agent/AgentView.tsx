import type { AgentInput } from '@quarterdeck/protocol/tools'
import type { AgentFacts, CallRow } from '@quarterdeck/transcript'
import { Markdown } from '../../markdown/Markdown.tsx'
import { useSessionScope } from '../../session/session-scope.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { ErrorText } from '../ErrorText.tsx'
import { textOf } from '../read-field.ts'
import { toElapsed } from '../to-status-text.ts'
import type { ToolView } from '../tool-view.ts'
import { SubagentRows } from './SubagentRows.tsx'
import { toAgentAnswer } from './to-agent-answer.ts'

/** A subagent: its own conversation inside, as it happens. */
export const agentView: ToolView = {
  toFace(row) {
    const { call, agent } = row
    const kind = textOf<AgentInput>(call.input, 'subagent_type') ?? agent?.type
    const tokens = agent?.totalTokens
    return {
      name: 'Agent',
      subject: textOf<AgentInput>(call.input, 'description') ?? kind ?? 'agent',
      note: [
        toOutcome(row),
        kind,
        agent?.model,
        tokens === undefined ? undefined : `${tokens.toLocaleString('en')} tokens`,
      ]
        .filter((word) => word !== undefined)
        .join(' · '),
    }
  },
  Body: AgentBody,
  // One in the background goes on when its call has returned.
  isOpenAtFirst: ({ call, agent }) =>
    call.status === 'running' || call.status === 'waiting' || agent?.status === 'running',
}

/** Of one in the background its call says nothing but that it was sent. */
function toOutcome({ call, agent }: CallRow): string | undefined {
  return call.status === 'done' && agent?.isBackground ? LINE_WORDS[agent.status] : undefined
}

function AgentBody({ row }: { row: CallRow }) {
  const { call, rows = [], agent } = row
  const scope = useSessionScope()
  const { taskId } = call
  return (
    <>
      <details>
        <summary>What it was told</summary>
        <Markdown text={textOf<AgentInput>(call.input, 'prompt') ?? ''} />
      </details>
      {agent !== undefined && (
        <p className="quiet agent-line">
          {toVisibleText(toAgentText(agent))}
          {agent.status === 'running' && taskId !== undefined && scope !== null && (
            <button type="button" className="small-button" onClick={() => scope.stopTask(taskId)}>
              Stop this agent
            </button>
          )}
        </p>
      )}
      {rows.length > 0 && <SubagentRows rows={rows} />}
      {call.status === 'failed' && <ErrorText text={call.result ?? ''} />}
      {call.status === 'done' && !agent?.isBackground && <Answer row={row} />}
    </>
  )
}

/** Older CLIs tell an agent's last words with the result of its call alone. */
function Answer({ row: { call, rows = [] } }: { row: CallRow }) {
  const answer = toAgentAnswer(call)
  const said = rows.flatMap((row) => (row.kind === 'text' ? row.text.trim() : [])).join('\n')
  return `\n${said}`.endsWith(`\n${answer}`) ? null : <Markdown text={answer} />
}

const LINE_WORDS = { running: 'at work', done: 'done', failed: 'failed', stopped: 'stopped' } as const
const WORDS = { running: 'It is at work', done: 'It is done', failed: 'It failed', stopped: 'It was stopped' } as const

/** `It is done. 4 tools, 12,034 tokens, 1 min 3 s.` */
function toAgentText({ status, toolUses, totalTokens, durationMs, lastTool }: AgentFacts): string {
  const facts = [
    toolUses === undefined ? '' : `${toolUses} ${toolUses === 1 ? 'tool' : 'tools'}`,
    totalTokens === undefined ? '' : `${totalTokens.toLocaleString('en')} tokens`,
    toElapsed(durationMs),
    status === 'running' && lastTool !== undefined ? `last ${lastTool}` : '',
  ].filter((fact) => fact !== '')
  return facts.length === 0 ? `${WORDS[status]}.` : `${WORDS[status]}. ${facts.join(', ')}.`
}
