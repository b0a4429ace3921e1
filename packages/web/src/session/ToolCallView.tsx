import type { CallRow, ToolStatus } from '@quarterdeck/transcript'
import { toValueText } from '../text/visible-text.ts'
import { isOfClaude, RowView } from './RowView.tsx'

const STATUS: Readonly<Record<ToolStatus, string>> = {
  waiting: 'waiting for you',
  running: 'running',
  done: 'done',
  failed: 'failed',
  denied: 'denied',
  cancelled: 'cancelled',
  aborted: 'stopped',
}

export function ToolCallView({ row }: { row: CallRow }) {
  const { call, isDraft, rows, agent } = row
  const status = isDraft ? 'being written' : STATUS[call.status]
  const isBad = call.status === 'failed' || call.status === 'denied'
  return (
    <article className="tool" aria-label={`${call.name}, ${status}`}>
      <details>
        <summary>
          {call.name} <code>{toSummary(call.input)}</code> <span className={isBad ? 'failed' : ''}>{status}</span>
        </summary>
        <pre>{toValueText(call.input ?? {})}</pre>
        {call.progress && <pre className="quiet">{call.progress}</pre>}
        {call.result !== undefined && <pre>{call.result}</pre>}
        {rows !== undefined && rows.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and lay out differently in every browser
          <div className="subagent" role="group" aria-label="Subagent">
            {agent && (
              <p className="quiet">
                {agent.type ?? 'agent'}, {agent.status}
              </p>
            )}
            {rows.map((inner, index) => (
              <RowView key={inner.key} row={inner} goesOn={isOfClaude(inner) && isOfClaude(rows[index - 1])} />
            ))}
          </div>
        )}
      </details>
    </article>
  )
}

/** The one value that says most about a call: the command, the path, the pattern. */
function toSummary(input: unknown): string {
  const values = Object.values((input ?? {}) as Record<string, unknown>)
  const first = values.find((value) => typeof value === 'string')
  if (typeof first !== 'string') return ''
  return first.length > 80 ? `${first.slice(0, 80)}…` : first
}
