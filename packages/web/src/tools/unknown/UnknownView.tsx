import { toToolTitle } from '@quarterdeck/protocol/pure'
import type { CallRow } from '@quarterdeck/transcript'
import { toVisibleText } from '../../text/visible-text.ts'
import { ErrorText } from '../ErrorText.tsx'
import type { ToolView } from '../tool-view.ts'
import { JsonTree } from './JsonTree.tsx'

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

/** The input of a tool as a tree. */
export function Given({ input }: { input: unknown }) {
  return (
    <>
      <p className="quiet tool-label">What it was given</p>
      <JsonTree value={input ?? {}} />
    </>
  )
}

function UnknownBody({ row: { call } }: { row: CallRow }) {
  return (
    <>
      <Given input={call.input} />
      {call.result !== undefined && <p className="quiet tool-label">What it gave</p>}
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
