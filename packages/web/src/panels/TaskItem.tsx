import type { BackgroundTask } from '@quarterdeck/transcript'
import { useState } from 'react'
import { TerminalText } from '../ansi/TerminalText.tsx'
import { toTable } from '../text/to-table.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { Elapsed } from '../tools/Elapsed.tsx'
import { textOf } from '../tools/read-field.ts'
import { toElapsed } from '../tools/to-status-text.ts'

interface Props {
  task: BackgroundTask
  onStop: () => void
  /** Asks the CLI for the end of what it wrote. */
  onOutput: () => Promise<unknown>
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
  const [output, setOutput] = useState<string | null>(null)
  const name = toVisibleText(task.description ?? task.id)
  const isLive = task.endedAt === undefined && (task.status === 'running' || task.status === 'pending')
  const took = toElapsed(task.durationMs)
  const words = task.error ?? task.summary
  function read() {
    setOutput('Reading it…')
    onOutput().then(
      (answer) => setOutput(textOf(answer, 'output') ?? textOf(answer, 'content') ?? 'It wrote nothing.'),
      (error: Error) => setOutput(error.message),
    )
  }
  return (
    <li>
      {name}{' '}
      <span className="quiet">
        {WORDS[task.status] ?? toVisibleText(task.status)}
        {isLive ? <Elapsed since={task.startedAt} /> : took !== '' && ` · ${took}`}
      </span>
      {words !== undefined && <p className="quiet">{toVisibleText(words)}</p>}
      {!isLive && task.kind !== 'local_agent' && task.outputFile !== undefined && (
        <p className="quiet">
          What it wrote is in <code>{toVisibleText(task.outputFile)}</code>
        </p>
      )}
      {isLive && (
        <div className="panel-actions">
          {task.kind !== 'local_agent' && (
            <button type="button" className="small-button" aria-label={`Output of ${name}`} onClick={read}>
              {output === null ? 'Output' : 'Read again'}
            </button>
          )}
          <button type="button" className="small-button" aria-label={`Stop ${name}`} onClick={onStop}>
            Stop
          </button>
        </div>
      )}
      {output !== null && (
        <pre className="panel-output">
          <TerminalText text={output} />
        </pre>
      )}
    </li>
  )
}
