import { toToolTitle } from '@quarterdeck/protocol/pure'
import type { CallRow } from '@quarterdeck/transcript'
import { toVisibleText } from '../text/visible-text.ts'
import { ErrorText } from './ErrorText.tsx'
import { JsonTree } from './JsonTree.tsx'
import type { ToolView } from './tool-view.ts'

/** A tool that this version does not know: what it was given and what it gave, as they are. */
export const unknownView: ToolView = {
  toFace({ call }) {
    const subject = toSubject(call.input)
    return { name: toToolTitle(call.name), ...(subject !== undefined && { subject, isCode: true }) }
  },
  Body: UnknownBody,
}

/** The first text of the input that fits a line says most. */
export function toSubject(input: unknown): string | undefined {
  const values = input !== null && typeof input === 'object' ? Object.values(input) : []
  const found = values.find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found.split('\n')[0] : undefined
}

function UnknownBody({ row: { call } }: { row: CallRow }) {
  return (
    <>
      <JsonTree value={call.input ?? {}} />
      {call.status === 'failed' ? (
        <ErrorText text={call.result ?? ''} />
      ) : call.structured !== undefined && typeof call.structured === 'object' ? (
        <JsonTree value={call.structured} />
      ) : (
        call.result !== undefined && <pre>{toVisibleText(call.result)}</pre>
      )}
    </>
  )
}
