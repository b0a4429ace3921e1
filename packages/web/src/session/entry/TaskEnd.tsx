import { useContext, useEffect, useState } from 'react'
import { LazyTerminalText } from '../../ansi/LazyTerminalText.ts'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { readTaskOutput } from '../../panels/read-task-output.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { TasksContext, useSessionScope } from '../session-scope.ts'

/** What became of a task in the background: what was said of it, and the end of what it wrote. Of an agent that stands in its call. */
export function TaskEnd({ taskId }: { taskId: string }) {
  const { api } = useQuarterdeck()
  const sessionId = useSessionScope()?.sessionId ?? ''
  const task = useContext(TasksContext).find(({ id }) => id === taskId)
  const words = task?.error ?? task?.summary
  const canRead = task?.outputFile !== undefined && task.kind !== 'local_agent'
  const [output, setOutput] = useState('Reading it…')
  useEffect(() => {
    if (canRead) readTaskOutput(api, sessionId, taskId).then(setOutput, (error: Error) => setOutput(error.message))
  }, [api, sessionId, taskId, canRead])
  return (
    <>
      {words !== undefined && <p className="words quiet">{toVisibleText(words)}</p>}
      {canRead && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long output scrolls, by keyboard too
        <section className="terminal" aria-label="What it wrote" tabIndex={0}>
          <pre>
            <LazyTerminalText text={output} />
          </pre>
        </section>
      )}
      {!canRead && words === undefined && <p className="quiet">Nothing else is known of it.</p>}
    </>
  )
}
