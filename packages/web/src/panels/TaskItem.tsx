import type { BackgroundTask } from '@quarterdeck/transcript'
import { useState } from 'react'
import { toTable } from '../text/to-table.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { Elapsed } from '../tools/Elapsed.tsx'
import { toElapsed } from '../tools/to-status-text.ts'
import { FollowedOutput } from './FollowedOutput.tsx'
import { useFollowedText } from './use-followed-text.ts'

interface Props {
  task: BackgroundTask
  onStop: () => void
  /** The end of what it wrote. */
  onOutput: () => Promise<string>
}

const WORDS: Readonly<Record<string, string>> = toTable({
  running: 'running',
  pending: 'about to start',
  completed: 'done',
  failed: 'failed',
  killed: 'stopped',
  stopped: 'stopped',
  paused: 'paused',
})

/** A task in the background: how it fares, what it wrote, and an end to it. */
export function TaskItem({ task, onStop, onOutput }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const name = toVisibleText(task.description ?? task.id)
  const isLive = task.endedAt === undefined && (task.status === 'running' || task.status === 'pending')
  // Of an agent, its conversation stands in its call.
  const canRead = task.kind !== 'local_agent' && (isLive || task.outputFile !== undefined)
  const took = toElapsed(task.durationMs)
  const words = task.error ?? task.summary
  const output = useFollowedText(onOutput, { isOpen, isLive })
  return (
    <li>
      {name}{' '}
      <span className="quiet">
        {WORDS[task.status] ?? toVisibleText(task.status)}
        {isLive ? <Elapsed since={task.startedAt} /> : took !== '' && ` · ${took}`}
      </span>
      {words !== undefined && <p className="quiet">{toVisibleText(words)}</p>}
      {(isLive || canRead) && (
        <div className="panel-actions">
          {canRead && (
            <button
              type="button"
              className="small-button"
              aria-label={`Output of ${name}`}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? 'Hide output' : 'Output'}
            </button>
          )}
          {isLive && (
            <button type="button" className="small-button" aria-label={`Stop ${name}`} onClick={onStop}>
              Stop
            </button>
          )}
        </div>
      )}
      {isOpen && <FollowedOutput text={output ?? 'Reading it…'} className="panel-output" />}
    </li>
  )
}
