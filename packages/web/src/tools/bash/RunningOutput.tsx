import { useContext } from 'react'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { FollowedOutput } from '../../panels/FollowedOutput.tsx'
import { askTaskOutput } from '../../panels/read-task-output.ts'
import { useFollowedText } from '../../panels/use-followed-text.ts'
import { TasksContext, useSessionScope } from '../../session/session-scope.ts'

/** The output of a running command. The CLI keeps it as a task, which it reports when a command has run for some seconds. */
export function RunningOutput({ callId }: { callId: string }) {
  const sessionId = useSessionScope()?.sessionId
  const task = useContext(TasksContext).find((each) => each.toolUseId === callId && each.endedAt === undefined)
  if (sessionId === undefined || task === undefined) return null
  return <TaskText sessionId={sessionId} taskId={task.id} />
}

function TaskText({ sessionId, taskId }: { sessionId: string; taskId: string }) {
  const { live } = useQuarterdeck()
  const text = useFollowedText(() => askTaskOutput(live, sessionId, taskId), { isOpen: true, isLive: true })
  return text === null || text === '' ? null : <FollowedOutput text={text} />
}
