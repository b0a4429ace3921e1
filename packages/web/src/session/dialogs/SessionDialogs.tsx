import type { Plan } from '@quarterdeck/transcript'
import { WordDialog } from '../../reading/WordDialog.tsx'
import { RawDialog } from '../entry/RawDialog.tsx'
import './dialogs.css'
import { EndDialog, type Stopped } from './EndDialog.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { RewindDialog } from './RewindDialog.tsx'
import { TreeDialog } from './TreeDialog.tsx'

export type OpenDialog =
  | { kind: 'raw'; uuids: readonly string[] }
  | { kind: 'rewind'; uuid: string }
  | { kind: 'tree' | 'plan' | 'tag' | 'end' }

interface Props {
  sessionId: string
  open: OpenDialog
  plan: Plan | null
  tag: string | null
  onTag: (tag: string | null) => Promise<unknown>
  onLook: (leaf: string) => void
  onFork: (uuid: string) => void
  stopped: Stopped
  onEnd: () => void
  onClose: () => void
}

/** The dialogs of a session, loaded when the first one is opened. */
export default function SessionDialogs(props: Props) {
  const { sessionId, open, plan, tag, onTag, onLook, onFork, onClose } = props
  switch (open.kind) {
    case 'raw':
      return <RawDialog sessionId={sessionId} uuids={open.uuids} onClose={onClose} />
    case 'rewind':
      return <RewindDialog sessionId={sessionId} uuid={open.uuid} onClose={onClose} />
    case 'tree':
      return (
        <TreeDialog
          sessionId={sessionId}
          onLook={({ last }) => onLook(last)}
          onFork={(uuid) => {
            onClose()
            onFork(uuid)
          }}
          onClose={onClose}
        />
      )
    case 'end':
      return <EndDialog stopped={props.stopped} onEnd={props.onEnd} onClose={onClose} />
    case 'plan':
      return plan === null ? null : <PlanDialog plan={plan} onClose={onClose} />
    case 'tag':
      return (
        <WordDialog
          title="Tag"
          label="Tag"
          initial={tag ?? ''}
          mayBeEmpty
          onSave={(word) =>
            onTag(word === '' ? null : word).then(
              () => null,
              (error: Error) => error.message,
            )
          }
          onClose={onClose}
        />
      )
  }
}
