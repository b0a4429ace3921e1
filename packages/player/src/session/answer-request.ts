import type { HostRequest } from '../host-message.ts'
import { MCP_SERVERS, MODELS, resolveModel, toInitializeResult } from './catalogue.ts'
import { toContextUsage } from './context-usage.ts'
import { Interrupted } from './interrupted.ts'
import type { Session } from './session.ts'

type Request = HostRequest['request']

/** What a request may do to the turns, which are the business of who plays them. */
export interface Turns {
  readonly state: 'idle' | 'running' | 'requires_action'
  readonly queuedUuids: string[]
  /** Takes prompts out of the queue. Gives those that were in it. */
  cancelQueued(uuids: string[]): string[]
  stopTurn(): void
}

/** The answer to a request, and what comes of it after the host has it. */
export type Answer = { response: object; afterwards?: () => void } | { error: string; code: string }

const ANSWERS: Readonly<Record<string, (session: Session, request: Request, turns: Turns) => Answer>> = {
  initialize(session, request, { state }) {
    session.sparesTasks = request.perTaskStopAffordance === true
    return { response: toInitializeResult(session, state) }
  },
  interrupt,
  set_model(session, { model }) {
    session.model = resolveModel(model as string | null | undefined)
    sayLocally(session, `Set model to \`${session.model}\``)
    return { response: { model: session.model } }
  },
  set_permission_mode(session, { mode }) {
    const permissionMode = mode === 'manual' ? 'default' : String(mode)
    session.permissions = { ...session.permissions, mode: permissionMode }
    const afterwards = () => session.wire.sendSystem('status', { status: null, permissionMode })
    return { response: { mode: permissionMode }, afterwards }
  },
  set_max_thinking_tokens: () => ({ response: {} }),
  mcp_status: () => ({ response: { mcpServers: MCP_SERVERS } }),
  list_models: () => ({ response: { models: MODELS } }),
  get_context_usage: (session) => ({ response: toContextUsage(session) }),
  stop_task(session, { task_id }) {
    const task = session.tasks.find(String(task_id))
    if (task === undefined) return { error: `No task found with ID: ${task_id}`, code: 'invalid_request' }
    session.prompts.withdraw(task.id)
    return { response: {}, afterwards: () => task.controller.abort(new Interrupted('tool')) }
  },
  rewind_files(session, { user_message_id }) {
    const uuids = [...session.changedFiles.keys()]
    const first = uuids.indexOf(String(user_message_id))
    if (first < 0) return { response: { canRewind: false, error: 'No file checkpoint found for this message.' } }
    const files = new Set(uuids.slice(first).flatMap((uuid) => [...(session.changedFiles.get(uuid) ?? [])]))
    return { response: { canRewind: true, filesChanged: [...files], insertions: files.size, deletions: files.size } }
  },
  rename_session(session, { title }) {
    session.main.keepFact({ type: 'custom-title', customTitle: String(title) })
    return { response: {} }
  },
  cancel_async_message: (_, { message_uuid }, turns) => ({
    response: { cancelled: turns.cancelQueued([String(message_uuid)]).length > 0 },
  }),
}

export function answerRequest(session: Session, request: Request, turns: Turns): Answer {
  const answer = Object.hasOwn(ANSWERS, request.subtype) ? ANSWERS[request.subtype] : undefined
  if (answer !== undefined) return answer(session, request, turns)
  return { error: `Unsupported control request subtype: ${request.subtype}`, code: 'unsupported_request' }
}

/** What a local command prints, in the manner of one: the newer CLI says a change of the model so too. */
function sayLocally({ wire }: Session, text: string): void {
  const message = { role: 'user', content: `<local-command-stdout>${text}</local-command-stdout>` }
  wire.send({ type: 'user', message, parent_tool_use_id: null, isReplay: true })
}

/** Withdraws what waits for the person, answers, and only then stops: the order in which the CLI says it. */
function interrupt(session: Session, request: Request, turns: Turns): Answer {
  const cancelled = request.cancel_queued === true ? turns.cancelQueued(turns.queuedUuids) : []
  session.prompts.withdraw()
  const killed = session.sparesTasks ? [] : session.tasks.all
  for (const { id } of killed) session.prompts.withdraw(id)
  return {
    response: { still_queued: turns.queuedUuids, ...(cancelled.length === 0 ? {} : { cancelled }) },
    afterwards() {
      turns.stopTurn()
      for (const { controller } of killed) controller.abort(new Interrupted('tool'))
    },
  }
}
