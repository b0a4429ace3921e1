import type { SessionCommand, SessionRow } from '@quarterdeck/contract'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { MessageContent } from '../composer/attachment.ts'
import type { WhenBusy } from '../composer/Composer.tsx'
import type { QueueActions } from '../composer/QueuedMessages.tsx'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { downloadExport } from './download-export.ts'

/** What can be done with a session. What fails without a place of its own is said in one. */
export function useSessionActions(sessionId: string, row: SessionRow | undefined) {
  const { live, api } = useQuarterdeck()
  const [, navigate] = useLocation()
  const [problem, setProblem] = useState<string | null>(null)
  const cwd = row?.projectPath
  const actions = useMemo(() => {
    const attempt = (work: Promise<unknown>) => {
      setProblem(null)
      work.catch((error: Error) => setProblem(error.message))
    }
    const run = (command: SessionCommand) => attempt(live.give(command))
    const queue: QueueActions = {
      edit: (uuid, content) => run({ kind: 'edit_queued', sessionId, uuid, content }),
      move: (uuid, before) => run({ kind: 'move_queued', sessionId, uuid, before }),
      cancel: (uuid) => run({ kind: 'cancel_queued', sessionId, uuid }),
      sendNow: (uuid) => run({ kind: 'send_queued', sessionId, uuid }),
    }
    const control = (request: { subtype: string; [field: string]: unknown }) =>
      run({ kind: 'control', sessionId, request })
    const start = (options: { resume: string; fork?: true }) =>
      attempt(
        live.give({ kind: 'start', cwd: cwd ?? '', ...options }).then((started) => {
          navigate(`/sessions/${(started as { sessionId: string }).sessionId}`)
        }),
      )
    return {
      queue,
      send: async (content: MessageContent, whenBusy: WhenBusy = 'queue') => {
        await live.give({ kind: 'send', sessionId, content, whenBusy })
      },
      /** Asks the CLI, and gives what it answers. */
      ask: <T>(request: { subtype: string; [field: string]: unknown }) =>
        live.give({ kind: 'control', sessionId, request }) as Promise<T>,
      interrupt: () => run({ kind: 'interrupt', sessionId }),
      end: () => run({ kind: 'stop', sessionId }),
      rename: (title: string) => live.give({ kind: 'update', sessionId, title }),
      fork: () => start({ resume: sessionId, fork: true }),
      resume: () => start({ resume: sessionId }),
      setModel: (model: string) => control({ subtype: 'set_model', model }),
      setMode: (mode: string) => control({ subtype: 'set_permission_mode', mode }),
      setEffort: (effortLevel: string) => control({ subtype: 'apply_flag_settings', settings: { effortLevel } }),
      setThinking: (tokens: number | null) =>
        control({ subtype: 'set_max_thinking_tokens', max_thinking_tokens: tokens }),
      stopTask: (taskId: string) => control({ subtype: 'stop_task', task_id: taskId }),
      reconnectServer: (serverName: string) => control({ subtype: 'mcp_reconnect', serverName }),
      toggleServer: (serverName: string, enabled: boolean) => control({ subtype: 'mcp_toggle', serverName, enabled }),
      exportAs: (format: 'md' | 'html' | 'jsonl') => attempt(downloadExport(api, sessionId, format)),
    }
  }, [live, api, sessionId, cwd, navigate])
  return { ...actions, problem }
}
