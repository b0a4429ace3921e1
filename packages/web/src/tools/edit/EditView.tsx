import { canonicalToolName } from '@quarterdeck/protocol/pure'
import type { WriteInput } from '@quarterdeck/protocol/tools'
import type { CallRow } from '@quarterdeck/transcript'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { DiffView, MAX_LINES } from '../../diff/DiffView.tsx'
import { countChanges } from '../../diff/to-diff-lines.ts'
import { useSessionScope } from '../../session/session-scope.ts'
import { ErrorText } from '../ErrorText.tsx'
import { FileText } from '../read/ReadView.tsx'
import { textOf } from '../read-field.ts'
import { toShortPath } from '../to-short-path.ts'
import type { ToolView } from '../tool-view.ts'
import { toChange, toPath } from './to-change.ts'

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
  const { hunks, path, hasPlace, isNew } = useMemo(() => toChange(call), [call])
  const scope = useSessionScope()
  return (
    <>
      {call.status === 'failed' && <ErrorText text={call.result ?? ''} />}
      {isNew && call.status === 'done' ? (
        <NewFile path={path} text={textOf<WriteInput>(call.input, 'content') ?? ''} />
      ) : (
        <DiffView hunks={hunks} hasPlace={hasPlace} />
      )}
      {scope !== null && path !== '' && call.status === 'done' && (
        <p className="edit-foot">
          <Link href={`/files?session=${scope.sessionId}&file=${encodeURIComponent(path)}`}>Versions of this file</Link>
        </p>
      )}
    </>
  )
}

/** All of it is new, so that it is read as a file is, and not as a change. */
function NewFile({ path, text }: { path: string; text: string }) {
  const [showsAll, setShowsAll] = useState(false)
  const lines = text.replace(/\n$/, '').split('\n')
  if (text === '') return <p className="quiet">The file is empty.</p>
  return (
    <>
      <FileText path={path} text={lines.slice(0, showsAll ? undefined : MAX_LINES).join('\n')} start={1} />
      {!showsAll && lines.length > MAX_LINES && (
        <button type="button" className="small-button" onClick={() => setShowsAll(true)}>
          Show all {lines.length.toLocaleString('en')} lines
        </button>
      )}
    </>
  )
}
