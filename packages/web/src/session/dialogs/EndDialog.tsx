import { ModalDialog } from '../../parts/ModalDialog.tsx'

export interface Stopped {
  isWorking: boolean
  /** How many messages wait that are not held yet. */
  queued: number
  /** How many tasks run in the background. */
  tasks: number
}

interface Props {
  stopped: Stopped
  onEnd: () => void
  onClose: () => void
}

/** Asks before something is stopped that nobody may want stopped. */
export function EndDialog({ stopped, onEnd, onClose }: Props) {
  return (
    <ModalDialog name="End this session?" className="sheet" onClose={onClose}>
      <div className="sheet-inner">
        <h1>End this session?</h1>
        <ul>
          {toLines(stopped).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div className="row">
          <button type="button" className="button" data-begin onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="button primary"
            onClick={() => {
              onClose()
              onEnd()
            }}
          >
            End it
          </button>
        </div>
      </div>
    </ModalDialog>
  )
}

function toLines({ isWorking, queued, tasks }: Stopped): string[] {
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${many}`]
  return [
    ...(isWorking ? ['The turn that runs is stopped.'] : []),
    ...counted(tasks, 'A task in the background is stopped.', 'tasks in the background are stopped.'),
    ...counted(
      queued,
      'A message waits. It is held until you send or discard it.',
      'messages wait. They are held until you send or discard them.',
    ),
  ]
}
