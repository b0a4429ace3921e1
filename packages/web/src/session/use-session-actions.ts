import { ClientError } from '@quarterdeck/client'
import type { SessionCommand, SessionRow } from '@quarterdeck/contract'
import { useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { WhenBusy } from '../composer/composer-keys.ts'
import type { QueueActions } from '../composer/queue/queue-actions.ts'
import { useQuarterdeck } from '../frame/quarterdeck.ts'
import { nothingYet } from '../live/live-state.ts'
import type { MessageContent } from '../live/message-content.ts'
import { toPersonWords } from '../live/to-person-words.ts'
import { basePath } from '../server-address.ts'
import { copyText } from '../text/copy-text.ts'
import { toSecond } from '../text/to-time.ts'
import { downloadExport } from './download-export.ts'
import { MODES } from './status/modes.ts'
import { toThinkingRequest } from './status/thinking.ts'

const NOT_CONNECTED = 'There is no connection: nothing was changed. Try it again when the connection is back.'

/** The failure of an action, and the way to do it all the same where there is one. */
export interface SessionProblem {
  message: string
  again?: { name: string; run: () => void }
}

/** A session that is being started. */
export type Starting = 'fork' | 'resume' | 'take over'

interface StartOptions {
  resume: string
  fork?: true | { at: string }
  force?: true
  trust?: true
  permissionMode?: string
}

/** The actions of a session. A failure that has no field of its own is shown in the session's notices. */
export function useSessionActions(sessionId: string, row: SessionRow | undefined, mode: string | undefined) {
  const { live, api } = useQuarterdeck()
  const [, navigate] = useLocation()
  const [problem, setProblem] = useState<SessionProblem | null>(null)
  const [confirmation, setConfirmation] = useState<string | null>(null)
  const [isEnding, setIsEnding] = useState(false)
  const [starting, setStarting] = useState<Starting | null>(null)
  const isStarting = useRef(false)
  const cwd = row?.projectPath
  const actions = useMemo(() => {
    const attempt = (work: Promise<unknown>) => {
      setProblem(null)
      work.catch((error: Error) => setProblem({ message: error.message }))
    }
    const run = (command: SessionCommand) => attempt(live.give(command))
    /** `/clear` goes on under another id, and what was there before stays under the first. */
    const getPresentId = () => {
      const { facts, state } = live.store.getState().sessions[sessionId] ?? nothingYet
      return facts.sessionId ?? state.sessionId ?? sessionId
    }
    const isOffline = () => live.store.getState().connection === 'offline'
    /** Without a connection the action is refused: done later, nobody may want it any more. */
    const attemptNow = (work: () => Promise<unknown>) =>
      isOffline() ? setProblem({ message: NOT_CONNECTED }) : attempt(work())
    const queue: QueueActions = {
      move: (uuid, before) => run({ kind: 'move_queued', sessionId, uuid, before }),
      cancel: (uuid) => run({ kind: 'cancel_queued', sessionId, uuid }),
      sendNow: (uuid) => run({ kind: 'send_queued', sessionId, uuid }),
      release: () => attemptNow(() => live.give({ kind: 'release_held', sessionId })),
      discard: (onDone) => attemptNow(() => live.give({ kind: 'discard_held', sessionId }).then(onDone)),
      tell: (message) => setProblem({ message }),
    }
    const ask = (request: { subtype: string; [field: string]: unknown }) =>
      live.give({ kind: 'control', sessionId, request })
    const control = (request: { subtype: string; [field: string]: unknown }) => attemptNow(() => ask(request))
    const start = (options: StartOptions) => {
      if (isStarting.current) return
      if (isOffline()) return setProblem({ message: NOT_CONNECTED })
      setProblem(null)
      isStarting.current = true
      setStarting(options.fork !== undefined ? 'fork' : options.force ? 'take over' : 'resume')
      live
        .give({ kind: 'start', cwd: cwd ?? '', ...options })
        .then(
          (started) => navigate(`/sessions/${started.sessionId}`),
          (error: Error) => setProblem(toProblem(error, options, start)),
        )
        .finally(() => {
          isStarting.current = false
          setStarting(null)
        })
    }
    // A copy asks as the session does; what is not offered here is not handed on.
    const kept = mode !== undefined && MODES.includes(mode) ? { permissionMode: mode } : {}
    const copy = (text: string, what: string) =>
      attempt(copyText(text).then(() => setConfirmation(`${what} copied at ${toSecond(Date.now())}`)))
    return {
      /** Says why, where it fails. */
      attempt,
      queue,
      ask,
      send: async (content: string) => {
        await live.give({ kind: 'send', sessionId, content, whenBusy: 'queue' })
      },
      /** As a person says it: it is shown until it has arrived, and where it cannot, with what can be done. */
      say: (content: MessageContent, whenBusy: WhenBusy) =>
        live.outgoing.send({ kind: 'send', sessionId, content, whenBusy }),
      /** The turn of this prompt, and no later one. */
      interrupt(prompt: string | undefined) {
        if (isOffline() && prompt === undefined) return setProblem({ message: NOT_CONNECTED })
        if (isOffline()) setConfirmation('Stop goes out when the connection is back, if this turn still runs then.')
        run({ kind: 'interrupt', sessionId, ...(prompt !== undefined && { prompt }) })
      },
      end: () =>
        attemptNow(() => {
          setIsEnding(true)
          return live.give({ kind: 'stop', sessionId }).finally(() => setIsEnding(false))
        }),
      rename: (title: string) => live.give({ kind: 'update', sessionId, title }),
      tag: (tag: string | null) => live.give({ kind: 'update', sessionId, tag }),
      archive: (archived: boolean) => run({ kind: 'update', sessionId, archived }),
      fork: (at?: string) => start({ resume: getPresentId(), fork: at === undefined ? true : { at }, ...kept }),
      resume: () => start({ resume: sessionId }),
      takeOver: () => start({ resume: sessionId, force: true }),
      setModel: (model: string) => control({ subtype: 'set_model', model }),
      setMode: (mode: string) => control({ subtype: 'set_permission_mode', mode }),
      setEffort: (effort: string) =>
        control({ subtype: 'apply_flag_settings', settings: { effortLevel: effort || null } }),
      setThinking: (thinking: string) => control(toThinkingRequest(thinking)),
      stopTask: (taskId: string) => control({ subtype: 'stop_task', task_id: taskId }),
      exportAs: (format: 'md' | 'html' | 'jsonl') => attempt(downloadExport(api, sessionId, format)),
      copy,
      copyLink: (uuid: string) => copy(toLink(sessionId, uuid), 'Link'),
      copyResume: () => copy(`claude --resume ${getPresentId()}`, 'Command'),
      dismiss: () => setProblem(null),
    }
  }, [live, api, sessionId, cwd, mode, navigate])
  return { ...actions, problem, confirmation, isEnding, starting }
}

/** What may be done all the same is offered where it is refused. */
function toProblem(error: Error, options: StartOptions, start: (options: StartOptions) => void): SessionProblem {
  const message = toPersonWords(error)
  const code = error instanceof ClientError ? error.code : ''
  if (code === 'untrusted_folder')
    return { message, again: { name: 'Trust this folder and go on', run: () => start({ ...options, trust: true }) } }
  if (code === 'held_elsewhere')
    return { message, again: { name: 'Take it over', run: () => start({ ...options, force: true }) } }
  return { message }
}

function toLink(sessionId: string, uuid: string): string {
  return `${location.origin}${basePath}/sessions/${sessionId}?at=${encodeURIComponent(uuid)}`
}
