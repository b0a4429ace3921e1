import type { BackgroundTask } from '@quarterdeck/transcript'
import { useContext } from 'react'
import { toTable } from '../../text/to-table.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { TasksContext } from '../session-scope.ts'

const ENDS = toTable({ completed: 'is done', failed: 'failed', killed: 'was stopped', stopped: 'was stopped' })

/** A task that has ended may be told a little after the turn that it began. */
const SLACK_MS = 2000

/** Nobody asked for the turn that begins here: a task in the background has ended, and this is what it says. */
export function WakeRow({ text, at }: { text: string; at: string | undefined }) {
  const task = findEnded(useContext(TasksContext), at)
  if (task === undefined) return <p className="quiet">{text}</p>
  const name = toVisibleText(task.description ?? task.id)
  const words = task.error ?? task.summary
  return (
    <div className="quiet">
      <p>
        {text.replace(/\.$/, '')}: “{name}” {ENDS[task.status] ?? 'has ended'}.
      </p>
      {words !== undefined && <p className="wake-words">{toVisibleText(words)}</p>}
    </div>
  )
}

/** The one that ended last before that moment. */
export function findEnded(tasks: readonly BackgroundTask[], at: string | undefined): BackgroundTask | undefined {
  const moment = at === undefined ? Number.NaN : Date.parse(at)
  return tasks
    .filter(({ endedAt }) => endedAt !== undefined && Date.parse(endedAt) <= moment + SLACK_MS)
    .toSorted((one, other) => ((one.endedAt ?? '') < (other.endedAt ?? '') ? 1 : -1))[0]
}
