import type { CallRow } from '@quarterdeck/transcript'
import { memo, useMemo } from 'react'
import { CallsButton } from '../session/entry/EntryButton.tsx'
import { useSessionScope } from '../session/session-scope.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { Elapsed } from './Elapsed.tsx'
import { toDecidedText } from './to-decided-text.ts'
import { toStatusText } from './to-status-text.ts'
import type { ToolFace } from './tool-view.ts'
import { findToolView } from './tool-views.ts'
import { useOpenness } from './use-openness.ts'
import { toReasonText, withoutRefusal } from './without-refusal.ts'
import './tools.css'

/** A call as a line, and behind it all that it was given and gave. */
export const ToolCall = memo(function ToolCall({ row }: { row: CallRow }) {
  const { call, rows = [] } = row
  const { toFace, Body, isOpenAtFirst } = findToolView(call.name)
  const [isOpen, setIsOpen] = useOpenness(row.key, isOpenAtFirst?.(row) ?? false, { stays: true })
  const scope = useSessionScope()
  const face = toFace(row, scope?.projectPath)
  const status = toStatusText(row)
  const shown = useMemo(() => withoutRefusal(row), [row])
  const reason = toReasonText(call.reason)
  return (
    <article className={`tool tool-is-${call.status}`} aria-label={toLabel(face, status)} data-call={row.key}>
      <details open={isOpen} onToggle={({ currentTarget: { open } }) => open !== isOpen && setIsOpen(open)}>
        <summary>
          <FaceLine face={face} />
          {status !== '' && (
            <span className="tool-status">
              {status}
              {call.status === 'running' && <Elapsed since={call.startedAt} />}
            </span>
          )}
        </summary>
        {isOpen && (
          <div className="tool-body">
            {reason !== undefined && <p className="quiet">{reason}</p>}
            <Body row={shown} />
            {call.decision?.by !== undefined && (
              <p className="quiet">{toDecidedText(call.name, call.decision.outcome, call.decision.by)}</p>
            )}
          </div>
        )}
      </details>
      {!isOpen && rows.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and lay out differently in every browser
        <div className="quiet tool-inner" role="group" aria-label="Subagent">
          {toAgentLine(row)}
        </div>
      )}
      {call.status === 'waiting' && scope !== null && (
        <button type="button" className="small-button tool-answer" onClick={() => scope.answer(call.id)}>
          Answer
        </button>
      )}
      <CallsButton calls={[row]} />
    </article>
  )
})

export function FaceLine({ face: { name, subject, isCode, note } }: { face: ToolFace }) {
  return (
    <>
      <span className="tool-name">{toVisibleText(name)}</span>
      {subject !== undefined && subject !== '' && (
        <span className={isCode ? 'tool-subject code' : 'tool-subject'}>{toVisibleText(subject)}</span>
      )}
      {note !== undefined && note !== '' && <span className="tool-note">{toVisibleText(note)}</span>}
    </>
  )
}

function toLabel({ name, subject, note }: ToolFace, status: string): string {
  return toVisibleText([name, subject, note, status].filter((word) => word !== undefined && word !== '').join(', '))
}

function toAgentLine({ agent, rows = [] }: CallRow): string {
  return toVisibleText(agent?.summary ?? `${rows.length} ${rows.length === 1 ? 'entry' : 'entries'} inside`)
}
