import { canonicalToolName } from '@quarterdeck/protocol/pure'
import type { CallRow } from '@quarterdeck/transcript'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { DiffView } from '../diff/DiffView.tsx'
import { countChanges } from '../diff/to-diff-lines.ts'
import { useSessionScope } from '../session/session-scope.ts'
import { ErrorText } from './ErrorText.tsx'
import { toChange, toPath } from './to-change.ts'
import { toShortPath } from './to-short-path.ts'
import type { ToolView } from './tool-view.ts'

export const editView: ToolView = {
  toFace({ call, isDraft }, project) {
    const isOpen = isDraft || call.status === 'failed'
    const { path, isNew, added, removed } = isOpen
      ? { path: toPath(call), isNew: false, added: 0, removed: 0 }
      : count(call)
    const counts = isOpen ? [] : [`+${added} −${removed}`]
    return {
      name: canonicalToolName(call.name),
      subject: toShortPath(path, project),
      isCode: true,
      note: [...(isNew ? ['new file'] : []), ...counts].join(' · '),
    }
  },
  Body: EditBody,
  isOpenAtFirst: ({ call }) => call.status !== 'failed',
}

type Call = CallRow['call']

/** A line is drawn often, and a change is counted once. */
const counted = new WeakMap<Call, { path: string; isNew: boolean; added: number; removed: number }>()

function count(call: Call) {
  const known = counted.get(call)
  if (known !== undefined) return known
  const { path, hunks, isNew } = toChange(call)
  const found = { path, isNew, ...countChanges(hunks) }
  counted.set(call, found)
  return found
}

function EditBody({ row: { call } }: { row: CallRow }) {
  const { hunks, path, hasPlace } = useMemo(() => toChange(call), [call])
  const scope = useSessionScope()
  return (
    <>
      {call.status === 'failed' && <ErrorText text={call.result ?? ''} />}
      <DiffView hunks={hunks} hasPlace={hasPlace} />
      {scope !== null && path !== '' && call.status === 'done' && (
        <p className="edit-foot">
          <Link href={`/files?session=${scope.sessionId}&file=${encodeURIComponent(path)}`}>Versions of this file</Link>
        </p>
      )}
    </>
  )
}
