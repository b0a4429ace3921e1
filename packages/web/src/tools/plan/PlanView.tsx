import type { EnterPlanModeResult, ExitPlanModeInput, ExitPlanModeResult } from '@quarterdeck/protocol/tools'
import type { CallRow } from '@quarterdeck/transcript'
import { Markdown } from '../../markdown/Markdown.tsx'
import { toVisibleText } from '../../text/visible-text.ts'
import { ErrorText } from '../ErrorText.tsx'
import { textOf } from '../read-field.ts'
import type { ToolView } from '../tool-view.ts'

export const planView: ToolView = {
  toFace: ({ call }) => ({
    name: 'ExitPlanMode',
    subject: 'Plan',
    ...(call.status === 'done' && { note: 'approved' }),
  }),
  Body: ({ row: { call } }: { row: CallRow }) => (
    <>
      <Markdown
        text={
          textOf<ExitPlanModeInput>(call.input, 'plan') ??
          textOf<ExitPlanModeResult | EnterPlanModeResult>(call.structured, 'plan') ??
          ''
        }
      />
      {/* Whoever keeps planning denies it: what failed was called wrongly. */}
      {call.status === 'failed' && <ErrorText text={call.result ?? ''} />}
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
      <p className="quiet">
        {toVisibleText(
          textOf<ExitPlanModeResult | EnterPlanModeResult>(call.structured, 'message') ?? call.result ?? '',
        )}
      </p>
    ),
}
