import type { CallRow } from '@quarterdeck/transcript'
import { Markdown } from '../markdown/Markdown.tsx'
import { toTable } from '../text/to-table.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { ErrorText } from './ErrorText.tsx'
import { textOf } from './read-field.ts'
import type { ToolView } from './tool-view.ts'

const OUTCOMES: Readonly<Record<string, string>> = toTable({
  done: 'approved',
  failed: 'kept planning',
})

export const planView: ToolView = {
  toFace({ call }) {
    const note = OUTCOMES[call.status]
    return { name: 'ExitPlanMode', subject: 'Plan', ...(note !== undefined && { note }) }
  },
  Body: ({ row: { call } }: { row: CallRow }) => (
    <>
      <Markdown text={textOf(call.input, 'plan') ?? textOf(call.structured, 'plan') ?? ''} />
    </>
  ),
  isOpenAtFirst: () => true,
}

/** From here on it only reads. */
export const enterPlanView: ToolView = {
  toFace: () => ({ name: 'EnterPlanMode', subject: 'Makes a plan before it changes anything' }),
  Body: ({ row: { call } }: { row: CallRow }) =>
    call.status === 'failed' ? (
      <ErrorText text={call.result ?? ''} />
    ) : (
      <p className="quiet">{toVisibleText(textOf(call.structured, 'message') ?? call.result ?? '')}</p>
    ),
}
