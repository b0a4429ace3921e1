import type { Message, MessageName, MessageOf, StreamEvent } from '@quarterdeck/protocol/pure'
import { nameAgent } from '../calls/subagents.ts'
import {
  applyNotificationText,
  applyTaskNotification,
  applyTaskProgress,
  applyTaskStarted,
  applyTasksChanged,
  applyTaskUpdated,
} from '../calls/tasks.ts'
import { applyProgress, denyTool } from '../calls/tool-calls.ts'
import { addEntry, changeTool, MAIN, nextPlace } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { completeElicitation, withdrawPrompt } from '../turns/approvals.ts'
import { applyStreamEvent } from '../turns/drafts.ts'
import { changeHook, startHook } from '../turns/hooks.ts'
import { addOutput, parseOutput } from '../turns/local-output.ts'
import { addNotice, addRetry, isKeptGoing, toTone, withoutKeys } from '../turns/notices.ts'
import { applyResult, applyTurnDuration, closeTurn, currentTurn, endTurn, hearTurn, wakeTurn } from '../turns/turns.ts'
import { applyCostState, clearUsage } from '../turns/usage.ts'
import { applyInit, changeSessionId, toFastMode, withAbout } from './about.ts'
import { applyAssistant, withoutWaiting } from './assistant.ts'
import { applyAttachment } from './attachments.ts'
import { isFromDisk } from './branches.ts'
import { applyControlRequest, applyControlResponse } from './control.ts'
import { addClear, rejectPrompt } from './prompts.ts'
import { type LimitInfo, toLimitNews } from './rate-limit.ts'
import { applySent, beginSent, dropSent } from './sent.ts'
import { applyUser } from './user.ts'

/** What came with a message, and where it belongs. */
export interface Context {
  /** Which conversation: that of the person, or of the agent whose call has this id. */
  lane: string
  at: string | undefined
  from: 'cli' | 'host' | undefined
  by: string | undefined
  inputHash: string | undefined
  /** It has a number in the log, by which a repeat is known. */
  isNumbered: boolean
}

type Fold<M> = (state: SessionState, message: M, context: Context) => SessionState

const note =
  <M extends { uuid?: string | undefined }>(
    tone: 'info' | 'warning' | 'error',
    toText: (message: M) => string,
  ): Fold<M> =>
  (state, message, { at }) =>
    addNotice(state, tone, toText(message), { id: message.uuid, at })

const retitle =
  <M>(toTitles: (message: M) => SessionState['titles']): Fold<M> =>
  (state, message) => {
    state.titles = { ...state.titles, ...toTitles(message) }
    return state
  }

/** A name that comes later counts in the place of an agent's, which a newer CLI writes beside each name. */
const rename =
  <M>(toName: (message: M) => string): Fold<M> =>
  (state, message) => {
    const name = toName(message)
    const { agentName } = state.titles
    state.titles = { ...state.titles, customTitle: name, ...(agentName !== undefined && { agentName: name }) }
    return state
  }

const stream: Fold<StreamEvent> = (state, message, { lane, at, isNumbered }) => {
  const { main, loose } = state
  applyStreamEvent(state, message, lane, isNumbered)
  if (state.main === main && state.loose === loose) return state
  withoutWaiting(state)
  return lane === MAIN ? hearTurn(state, at) : state
}

const finish: Fold<Extract<Message, { type: 'result' }>> = (state, message, { at }) =>
  applyResult(withAbout(state, toFastMode(message)), message, at)

const hookName = (message: { hook_name?: string | undefined; hook_event?: string | undefined }) =>
  message.hook_name ?? message.hook_event ?? 'hook'

/**
 * How each message is folded: each sets fields of the state it is given, which is this event's own copy. What has no place here is
 * named in `message-uses.ts`, with the reason.
 */
export const folds = {
  user: (state, message, context) => {
    if (message.isReplay && state.sent.some((each) => each.uuid === message.uuid))
      return beginSent(state, message.uuid, context.at)
    const isSent =
      !message.isReplay && !isFromDisk(message) && context.lane === MAIN && context.from !== 'cli' && isPlain(message)
    return isSent ? applySent(state, message, context) : applyUser(state, message, context)
  },
  assistant: (state, message, { lane, at }) => applyAssistant(state, message, lane, at),

  'stream_event/message_start': stream,
  'stream_event/content_block_start': stream,
  'stream_event/content_block_delta': stream,
  'stream_event/message_delta': stream,
  'stream_event/message_stop': stream,

  'result/success': finish,
  'result/error_during_execution': finish,
  'result/error_max_turns': finish,
  'result/error_max_budget_usd': finish,
  'result/error_max_structured_output_retries': finish,
  'result/error': finish,

  'system/init': (state, message, { at }) => {
    const id = message.session_id
    const named = id === undefined ? state : changeSessionId(state, id)
    const begun = currentTurn(named) === undefined ? beginTurn(named, { id: message.uuid, at }) : named
    return applyInit(hearTurn(begun, at), message)
  },
  'system/status': (state, message) => {
    const { status, permissionMode } = message
    state.isCompacting = status === 'compacting'
    state.isRequesting = status === 'requesting'
    return withAbout(state, { permissionMode })
  },
  'system/session_state_changed': (state, message, { at }) => {
    state.claim = message.state as SessionState['claim']
    const isOver = state.claim === 'idle' && currentTurn(state)?.isHeard
    return isOver ? endTurn(closeTurn(state, at), { status: 'done', at }) : state
  },
  'system/compact_boundary': (state, message, { at }) => {
    const { pre_tokens: before, post_tokens: after, trigger } = message.compact_metadata ?? {}
    const counts =
      before === undefined
        ? ''
        : ` It held ${before.toLocaleString('en')} tokens${after === undefined ? '' : `, now ${after.toLocaleString('en')}`}.`
    const text = `${trigger === 'auto' ? 'The context was full and has been' : 'The context was'} compacted here.${counts}`
    const id = message.uuid ?? `compaction-${nextPlace(state, MAIN).entry}`
    if (after !== undefined) state.usage = { ...state.usage, contextTokens: after }
    state.isSummaryDue = true
    state.isCompacting = false
    return addEntry(state, MAIN, { kind: 'separator', id, what: 'compaction', text, ...(at && { at }) })
  },
  'system/microcompact_boundary': (state, message, { at }) => {
    const saved = message.microcompact_metadata?.tokens_saved
    const text = `Old output of tools left the context${saved === undefined ? '' : `: ${saved} tokens`}.`
    const id = message.uuid ?? `microcompaction-${nextPlace(state, MAIN).entry}`
    return addEntry(state, MAIN, { kind: 'separator', id, what: 'microcompaction', text, ...(at && { at }) })
  },
  conversation_reset: (state, message, { at }) => {
    if (message.new_conversation_id !== undefined) state.todos = []
    return addClear(clearUsage(state), { id: message.uuid, at })
  },
  'system/session_title_changed': rename((message) => message.title),
  'system/commands_changed': (state, message) => withAbout(state, { commands: message.commands }),
  'system/session_writes_lost': note(
    'error',
    (message) => `The disk was full (${message.error_code}): the transcript has holes.`,
  ),
  'system/worker_shutting_down': note('info', (message) => `The CLI shuts down: ${message.reason}.`),
  'system/turn_duration': (state, message) => applyTurnDuration(state, message.durationMs),

  'system/api_retry': (state, message, { at }) =>
    addRetry(
      state,
      toRetry({
        attempt: message.attempt,
        max: message.max_retries,
        delay: message.retry_delay_ms,
        status: message.error_status,
      }),
      { id: message.uuid, at },
    ),
  'system/api_error': (state, message, { at }) =>
    addRetry(
      state,
      toRetry({
        attempt: message.retryAttempt ?? 1,
        max: message.maxRetries,
        delay: message.retryInMs,
        status: message.error?.status,
      }),
      { id: message.uuid, at },
    ),
  'system/model_refusal_fallback': note('warning', (message) => message.content),
  'system/model_refusal_no_fallback': note('warning', (message) => message.content),
  'system/model_fallback': note('warning', (message) => message.content ?? 'Another model answers.'),
  'system/model_consent_fallback': note('warning', (message) => message.content ?? 'Another model answers.'),
  rate_limit_event: (state, message, { at }) => {
    const info = message.rate_limit_info
    const kind = info.rateLimitType ?? 'limit'
    const news = toLimitNews(info, state.rateLimits[kind] as LimitInfo | undefined)
    state.rateLimits = { ...state.rateLimits, [kind]: info }
    return news === null ? state : addNotice(state, news.tone, news.text, { id: message.uuid, at, until: news.until })
  },
  auth_status: (state, message, { at }) =>
    message.error === undefined ? state : addNotice(state, 'error', message.error, { id: message.uuid, at }),
  'system/informational': (state, message, { at }) => {
    const blocked = /blocked by hook:\n([\s\S]*?)\n\nOriginal prompt: ([\s\S]*)$/.exec(message.content)
    const base = { id: message.uuid ?? 'informational', ...(at && { at }) }
    if (blocked !== null) return rejectPrompt(state, blocked[1] ?? '', blocked[2], base)
    return addNotice(state, toTone(message.level), message.content, base)
  },
  'system/local_command': (state, message, { at }) =>
    addOutput(state, parseOutput(message.content), { id: message.uuid, at }),
  'system/local_command_output': (state, message, { at }) => {
    const pieces = parseOutput(message.content)
    const plain = { stream: 'stdout' as const, text: message.content }
    return addOutput(state, pieces.length > 0 ? pieces : [plain], { id: message.uuid, at })
  },
  'system/notification': (state, message, { at }) =>
    message.key === 'stop-hook-error' && isKeptGoing(state)
      ? state
      : addNotice(state, 'info', withoutKeys(message.text), { id: message.uuid, at }),
  'system/plugin_install': (state, message, { at }) =>
    message.status === 'failed'
      ? addNotice(
          state,
          'warning',
          `The plugin ${message.name ?? ''} could not be installed: ${message.error ?? 'no reason'}.`,
          { id: message.uuid, at },
        )
      : state,
  'system/files_persisted': (state, message, { at }) =>
    (message.failed ?? []).reduce((next, { filename, error }, index) => {
      const id = message.uuid === undefined ? undefined : `${message.uuid}-${index}`
      return addNotice(next, 'warning', `${filename} could not be kept: ${error}.`, { id, at })
    }, state),
  'system/memory_recall': note(
    'info',
    (message) => `Recalled: ${message.memories.map((memory) => memory.path).join(', ')}.`,
  ),
  'system/elicitation_complete': (state, message, { at }) => completeElicitation(state, message.elicitation_id, at),
  'system/mirror_error': note('warning', (message) => message.error),
  prompt_suggestion: (state, message) => {
    state.suggestion = message.suggestion
    return state
  },
  active_goal: (state, message) => withAbout(state, { goal: message.value ?? undefined }),

  'system/hook_started': (state, message, { at }) =>
    startHook(state, { id: message.hook_id, name: hookName(message), at }),
  'system/hook_progress': (state, message, { at }) =>
    changeHook(
      state,
      { id: message.hook_id, name: hookName(message), at },
      { status: 'running', output: message.output ?? message.stdout },
    ),
  'system/hook_response': (state, message, { at }) =>
    changeHook(
      state,
      { id: message.hook_id, name: hookName(message), at },
      { status: toHookStatus(message.outcome, message.exit_code), output: message.output ?? message.stdout },
    ),
  'system/stop_hook_summary': (state, message, { at }) =>
    message.preventedContinuation
      ? addNotice(state, 'info', `A hook ended the turn: ${message.stopReason ?? ''}`.trim(), { id: message.uuid, at })
      : state,
  'progress/hook_progress': (state, message, { at, lane }) => {
    const { hookName: name = message.data.hookEvent } = message.data
    const id = message.uuid ?? message.tool_use_id ?? name
    return lane === MAIN ? changeHook(state, { id, name, at }, { status: 'done' }) : state
  },

  'system/task_started': (state, message, { at }) => applyTaskStarted(state, message, at),
  'system/task_progress': (state, message, { at }) => applyTaskProgress(state, message, at),
  'system/task_updated': (state, message, { at }) => applyTaskUpdated(state, message, at),
  'system/task_notification': (state, message, { at }) => applyTaskNotification(state, message, at),
  'system/background_tasks_changed': (state, message, { at }) => applyTasksChanged(state, message, at),
  'queue-operation': (state, message, { at }) =>
    typeof message.content === 'string' && message.content.startsWith('<task-notification>')
      ? applyNotificationText(state, message.content, at)
      : state,

  'system/thinking_tokens': (state, message) => {
    if (currentTurn(state) !== undefined) state.usage = { ...state.usage, thinkingTokens: message.estimated_tokens }
    return state
  },
  'system/permission_denied': (state, message) =>
    denyTool(state, message.tool_use_id, message.message ?? message.decision_reason),
  'system/permission_check_status': (state, message) =>
    applyProgress(state, message.tool_use_id, {
      text: message.status === 'checking' ? 'The CLI decides whether it may run.' : '',
    }),
  tool_progress: (state, message) =>
    applyProgress(state, message.tool_use_id, {
      elapsedMs: message.elapsed_time_seconds === undefined ? undefined : message.elapsed_time_seconds * 1000,
    }),
  tool_use_summary: (state, message) => {
    const last = message.preceding_tool_use_ids?.at(-1)
    return last === undefined ? state : changeTool(state, last, (tool) => ({ ...tool, summary: message.summary }))
  },
  'progress/bash_progress': (state, message) => {
    const { output, fullOutput, elapsedTimeSeconds } = message.data
    const elapsedMs = elapsedTimeSeconds === undefined ? undefined : elapsedTimeSeconds * 1000
    return applyProgress(state, toToolId(message), { text: fullOutput ?? output, elapsedMs })
  },
  'progress/agent_progress': (state, message) =>
    message.parent_tool_use_id ? nameAgent(state, message.parent_tool_use_id, message.data.agentId) : state,
  'progress/query_update': (state, message) =>
    applyProgress(state, toToolId(message), { text: `Searches: ${message.data.query}` }),
  'progress/search_results_received': (state, message) =>
    applyProgress(state, toToolId(message), { text: `${message.data.resultCount} results` }),
  'progress/mcp_progress': (state, message) =>
    applyProgress(state, toToolId(message), { text: message.data.status ?? 'at work' }),
  'progress/skill_progress': (state, message) =>
    applyProgress(state, toToolId(message), { text: 'The skill is at work.' }),
  'progress/waiting_for_task': (state, message) =>
    applyProgress(state, toToolId(message), { text: `Waits for a task: ${message.data.taskDescription ?? ''}`.trim() }),

  command_lifecycle: (state, message, { at }) => {
    if (message.state === 'started') return beginSent(state, message.command_uuid, at)
    return message.state === 'queued' || message.state === 'completed' ? state : dropSent(state, message.command_uuid)
  },
  control_request: (state, message, context) => applyControlRequest(state, message, context),
  control_response: (state, message, context) => applyControlResponse(state, message, context),
  control_cancel_request: (state, message, { at }) => withdrawPrompt(state, message.request_id, at),

  summary: retitle((message) => ({ summary: message.summary })),
  'custom-title': rename((message) => message.customTitle),
  'ai-title': retitle((message) => ({ aiTitle: message.aiTitle })),
  'agent-name': retitle((message) => ({ agentName: message.agentName })),
  'last-prompt': retitle((message) => (message.lastPrompt === undefined ? {} : { lastPrompt: message.lastPrompt })),
  tag: (state, message) => withAbout(state, { tag: message.tag }),
  'agent-color': (state, message) => withAbout(state, { colour: message.agentColor }),
  'permission-mode': (state, message) => withAbout(state, { permissionMode: message.permissionMode }),
  'pr-link': (state, message) =>
    withAbout(state, { pullRequest: message.prUrl === undefined ? undefined : { url: message.prUrl } }),
  'system/code_change_published': (state, message) => withAbout(state, { pullRequest: { url: message.url } }),
  'system/vcs_state_changed': (state, message) => withAbout(state, { gitBranch: message.branch }),
  relocated: (state, message) => withAbout(state, { cwd: message.relocatedCwd }),
  'cost-state': (state, message) => applyCostState(state, message.totalCostUSD),
  attachment: (state, message, context) => applyAttachment(state, message, context),
  'system/turn_preempted': note('info', () => 'The turn gave way to a newer message.'),
  'system/post_turn_summary': (state, message, { at }) =>
    message.needs_action ? addNotice(state, 'info', message.needs_action, { id: message.uuid, at }) : state,
  error: note('error', (message) => message.error.message),
} satisfies { [N in MessageName]?: Fold<MessageOf<N>> }

export type FoldedName = keyof typeof folds

function isPlain(message: MessageOf<'user'>): boolean {
  const { content } = message.message
  const hasResult = typeof content !== 'string' && content.some((block) => block.type === 'tool_result')
  return (
    !hasResult && !message.isSynthetic && !message.isMeta && !message.isCompactSummary && message.isReplay === undefined
  )
}

/** A turn begins without a prompt that we know: one that waited in the CLI, or Claude by itself. */
function beginTurn(state: SessionState, by: { id: string | undefined; at: string | undefined }): SessionState {
  if (state.sent.length > 0) return beginSent(state, undefined, by.at)
  return state.turns.size === 0 ? state : wakeTurn(state, by)
}

function toRetry(found: {
  attempt: number
  max?: number | undefined
  delay?: number | undefined
  status?: number | null | undefined
}) {
  return {
    attempt: found.attempt,
    ...(found.max === undefined ? {} : { maxRetries: found.max }),
    ...(found.delay === undefined ? {} : { delayMs: found.delay }),
    ...(found.status == null ? {} : { status: found.status }),
  }
}

function toHookStatus(outcome: string | undefined, exitCode: number | undefined) {
  if (outcome === 'cancelled') return 'cancelled' as const
  return outcome === 'error' || (outcome === undefined && exitCode !== undefined && exitCode !== 0)
    ? ('failed' as const)
    : ('done' as const)
}

/** The line names its own progress and, above it, the call it is about. */
function toToolId(message: {
  tool_use_id?: string | undefined
  parent_tool_use_id?: string | null | undefined
}): string | undefined {
  return message.parent_tool_use_id ?? message.tool_use_id
}
