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
import { addEntry, changeTool, MAIN, nextPosition } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import type { SessionState } from '../state/session-state.ts'
import { toRenamed } from '../state/title.ts'
import { completeElicitation, withdrawApproval } from '../turns/approvals.ts'
import { applyStreamEvent } from '../turns/drafts.ts'
import { changeHook, startHook } from '../turns/hooks.ts'
import { addOutput, parseOutput } from '../turns/local-output.ts'
import { addNotice, addRetry, isKeptGoing, toTone, withoutKeys } from '../turns/notices.ts'
import {
  applyResult,
  applyTurnDuration,
  closeTurn,
  continueTurn,
  currentTurn,
  endTurn,
  wakeTurn,
} from '../turns/turns.ts'
import { applyCostState, clearUsage } from '../turns/usage.ts'
import { applyInit, changeAbout, changeSessionId, toFastMode } from './about.ts'
import { applyAssistant, endRequest } from './assistant.ts'
import { applyAttachment } from './attachments.ts'
import { isFromDisk } from './branches.ts'
import { applyControlRequest, applyControlResponse } from './control.ts'
import type { MessageContext } from './message-context.ts'
import { addClear, rejectPrompt } from './prompts.ts'
import { type LimitInfo, toLimitNews } from './rate-limit.ts'
import { applySent, beginSent, dropSent } from './sent.ts'
import { applyUser } from './user.ts'

type Fold<M> = (draft: SessionDraft, message: M, context: MessageContext) => void

const note =
  <M extends { uuid?: string | undefined }>(
    tone: 'info' | 'warning' | 'error',
    toText: (message: M) => string,
  ): Fold<M> =>
  (draft, message, { at }) =>
    addNotice(draft, tone, toText(message), { id: message.uuid, at })

const retitle =
  <M>(toTitles: (message: M) => SessionState['titles']): Fold<M> =>
  (draft, message) => {
    draft.titles = { ...draft.titles, ...toTitles(message) }
  }

const rename =
  <M>(toName: (message: M) => string): Fold<M> =>
  (draft, message) => {
    draft.titles = { ...draft.titles, ...toRenamed(draft.titles, toName(message)) }
  }

const stream: Fold<StreamEvent> = (draft, message, { lane, at, isNumbered }) => {
  const { main, looseLanes } = draft
  applyStreamEvent(draft, message, lane, isNumbered)
  if (draft.main === main && draft.looseLanes === looseLanes) return
  endRequest(draft)
  if (lane === MAIN) continueTurn(draft, at)
}

const finish: Fold<Extract<Message, { type: 'result' }>> = (draft, message, { at }) => {
  changeAbout(draft, toFastMode(message))
  applyResult(draft, message, at)
}

const hookName = (message: { hook_name?: string | undefined; hook_event?: string | undefined }) =>
  message.hook_name ?? message.hook_event ?? 'hook'

/** The fold of each message. `message-uses.ts` names the messages that are not folded, each with the reason. */
export const folds = {
  user: (draft, message, context) => {
    const isSent =
      !message.isReplay && !isFromDisk(message) && context.lane === MAIN && context.from !== 'cli' && isPlain(message)
    if (message.isReplay && draft.sent.some((each) => each.uuid === message.uuid))
      beginSent(draft, message.uuid, context.at)
    else if (isSent) applySent(draft, message, context)
    else applyUser(draft, message, context)
  },
  assistant: (draft, message, { lane, at }) => applyAssistant(draft, message, lane, at),

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

  'system/init': (draft, message, { at }) => {
    if (message.session_id !== undefined) changeSessionId(draft, message.session_id)
    if (currentTurn(draft) === undefined) beginTurn(draft, { id: message.uuid, at })
    continueTurn(draft, at)
    applyInit(draft, message)
  },
  'system/status': (draft, message) => {
    const { status, permissionMode } = message
    draft.isCompacting = status === 'compacting'
    draft.isRequesting = status === 'requesting'
    changeAbout(draft, { permissionMode })
  },
  'system/session_state_changed': (draft, message, { at }) => {
    draft.reportedState = message.state as SessionState['reportedState']
    if (draft.reportedState !== 'idle' || !currentTurn(draft)?.hasBegun) return
    closeTurn(draft, at)
    endTurn(draft, { status: 'done', at })
  },
  'system/compact_boundary': (draft, message, { at }) => {
    const { pre_tokens: before, post_tokens: after, trigger } = message.compact_metadata ?? {}
    const counts =
      before === undefined
        ? ''
        : ` It held ${before.toLocaleString('en')} tokens${after === undefined ? '' : `, now ${after.toLocaleString('en')}`}.`
    const text = `${trigger === 'auto' ? 'The context was full and has been' : 'The context was'} compacted here.${counts}`
    const id = message.uuid ?? `compaction-${nextPosition(draft, MAIN).entry}`
    if (after !== undefined) draft.usage = { ...draft.usage, contextTokens: after }
    draft.isSummaryDue = true
    draft.isCompacting = false
    addEntry(draft, MAIN, { kind: 'separator', id, what: 'compaction', text, ...(at && { at }) })
  },
  'system/microcompact_boundary': (draft, message, { at }) => {
    const saved = message.microcompact_metadata?.tokens_saved
    const text = `Old output of tools left the context${saved === undefined ? '' : `: ${saved} tokens`}.`
    const id = message.uuid ?? `microcompaction-${nextPosition(draft, MAIN).entry}`
    addEntry(draft, MAIN, { kind: 'separator', id, what: 'microcompaction', text, ...(at && { at }) })
  },
  conversation_reset: (draft, message, { at }) => {
    if (message.new_conversation_id !== undefined) draft.todos = []
    clearUsage(draft)
    addClear(draft, { id: message.uuid, at })
  },
  'system/session_title_changed': rename((message) => message.title),
  'system/commands_changed': (draft, message) => changeAbout(draft, { commands: message.commands }),
  'system/session_writes_lost': note(
    'error',
    (message) => `The disk was full (${message.error_code}): the transcript has holes.`,
  ),
  'system/worker_shutting_down': note('info', (message) => `The CLI shuts down: ${message.reason}.`),
  'system/turn_duration': (draft, message) => applyTurnDuration(draft, message.durationMs),

  'system/api_retry': (draft, message, { at }) =>
    addRetry(
      draft,
      toRetry({
        attempt: message.attempt,
        max: message.max_retries,
        delay: message.retry_delay_ms,
        status: message.error_status,
      }),
      { id: message.uuid, at },
    ),
  'system/api_error': (draft, message, { at }) =>
    addRetry(
      draft,
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
  rate_limit_event: (draft, message, { at }) => {
    const info = message.rate_limit_info
    const kind = info.rateLimitType ?? 'limit'
    const news = toLimitNews(info, draft.rateLimits[kind] as LimitInfo | undefined)
    draft.rateLimits = { ...draft.rateLimits, [kind]: info }
    if (news !== null) addNotice(draft, news.tone, news.text, { id: message.uuid, at, until: news.until })
  },
  auth_status: (draft, message, { at }) => {
    if (message.error !== undefined) addNotice(draft, 'error', message.error, { id: message.uuid, at })
  },
  'system/informational': (draft, message, { at }) => {
    const blocked = /blocked by hook:\n([\s\S]*?)\n\nOriginal prompt: ([\s\S]*)$/.exec(message.content)
    const base = { id: message.uuid ?? 'informational', ...(at && { at }) }
    if (blocked === null) addNotice(draft, toTone(message.level), message.content, base)
    else rejectPrompt(draft, blocked[1] ?? '', blocked[2], base)
  },
  'system/local_command': (draft, message, { at }) =>
    addOutput(draft, parseOutput(message.content), { id: message.uuid, at }),
  'system/local_command_output': (draft, message, { at }) => {
    const pieces = parseOutput(message.content)
    const plain = { stream: 'stdout' as const, text: message.content }
    addOutput(draft, pieces.length > 0 ? pieces : [plain], { id: message.uuid, at })
  },
  'system/notification': (draft, message, { at }) => {
    if (message.key === 'stop-hook-error' && isKeptGoing(draft)) return
    addNotice(draft, 'info', withoutKeys(message.text), { id: message.uuid, at })
  },
  'system/plugin_install': (draft, message, { at }) => {
    if (message.status !== 'failed') return
    const text = `The plugin ${message.name ?? ''} could not be installed: ${message.error ?? 'no reason'}.`
    addNotice(draft, 'warning', text, { id: message.uuid, at })
  },
  'system/files_persisted': (draft, message, { at }) => {
    for (const [index, { filename, error }] of (message.failed ?? []).entries()) {
      const id = message.uuid === undefined ? undefined : `${message.uuid}-${index}`
      addNotice(draft, 'warning', `${filename} could not be kept: ${error}.`, { id, at })
    }
  },
  'system/memory_recall': note(
    'info',
    (message) => `Recalled: ${message.memories.map((memory) => memory.path).join(', ')}.`,
  ),
  'system/elicitation_complete': (draft, message, { at }) => completeElicitation(draft, message.elicitation_id, at),
  'system/mirror_error': note('warning', (message) => message.error),
  prompt_suggestion: (draft, message) => {
    draft.suggestion = message.suggestion
  },
  active_goal: (draft, message) => changeAbout(draft, { goal: message.value ?? undefined }),

  'system/hook_started': (draft, message, { at }) =>
    startHook(draft, { id: message.hook_id, name: hookName(message), at }),
  'system/hook_progress': (draft, message, { at }) =>
    changeHook(
      draft,
      { id: message.hook_id, name: hookName(message), at },
      { status: 'running', output: message.output ?? message.stdout },
    ),
  'system/hook_response': (draft, message, { at }) =>
    changeHook(
      draft,
      { id: message.hook_id, name: hookName(message), at },
      { status: toHookStatus(message.outcome, message.exit_code), output: message.output ?? message.stdout },
    ),
  'system/stop_hook_summary': (draft, message, { at }) => {
    if (!message.preventedContinuation) return
    addNotice(draft, 'info', `A hook ended the turn: ${message.stopReason ?? ''}`.trim(), { id: message.uuid, at })
  },
  'progress/hook_progress': (draft, message, { at, lane }) => {
    const { hookName: name = message.data.hookEvent } = message.data
    const id = message.uuid ?? message.tool_use_id ?? name
    if (lane === MAIN) changeHook(draft, { id, name, at }, { status: 'done' })
  },

  'system/task_started': (draft, message, { at }) => applyTaskStarted(draft, message, at),
  'system/task_progress': (draft, message, { at }) => applyTaskProgress(draft, message, at),
  'system/task_updated': (draft, message, { at }) => applyTaskUpdated(draft, message, at),
  'system/task_notification': (draft, message, { at }) => applyTaskNotification(draft, message, at),
  'system/background_tasks_changed': (draft, message, { at }) => applyTasksChanged(draft, message, at),
  'queue-operation': (draft, { content }, { at }) => {
    if (typeof content === 'string' && content.startsWith('<task-notification>'))
      applyNotificationText(draft, content, at)
  },

  'system/thinking_tokens': (draft, message) => {
    if (currentTurn(draft) !== undefined) draft.usage = { ...draft.usage, thinkingTokens: message.estimated_tokens }
  },
  'system/permission_denied': (draft, message) =>
    denyTool(draft, message.tool_use_id, message.message ?? message.decision_reason),
  'system/permission_check_status': (draft, message) =>
    applyProgress(draft, message.tool_use_id, {
      text: message.status === 'checking' ? 'The CLI decides whether it may run.' : '',
    }),
  tool_progress: (draft, message) =>
    applyProgress(draft, message.tool_use_id, {
      elapsedMs: message.elapsed_time_seconds === undefined ? undefined : message.elapsed_time_seconds * 1000,
    }),
  tool_use_summary: (draft, message) => {
    const last = message.preceding_tool_use_ids?.at(-1)
    if (last !== undefined) changeTool(draft, last, (tool) => ({ ...tool, summary: message.summary }))
  },
  'progress/bash_progress': (draft, message) => {
    const { output, fullOutput, elapsedTimeSeconds } = message.data
    const elapsedMs = elapsedTimeSeconds === undefined ? undefined : elapsedTimeSeconds * 1000
    applyProgress(draft, toToolId(message), { text: fullOutput ?? output, elapsedMs })
  },
  'progress/agent_progress': (draft, message) => {
    if (message.parent_tool_use_id) nameAgent(draft, message.parent_tool_use_id, message.data.agentId)
  },
  'progress/query_update': (draft, message) =>
    applyProgress(draft, toToolId(message), { text: `Searches: ${message.data.query}` }),
  'progress/search_results_received': (draft, message) =>
    applyProgress(draft, toToolId(message), { text: `${message.data.resultCount} results` }),
  'progress/mcp_progress': (draft, message) =>
    applyProgress(draft, toToolId(message), { text: message.data.status ?? 'at work' }),
  'progress/skill_progress': (draft, message) =>
    applyProgress(draft, toToolId(message), { text: 'The skill is at work.' }),
  'progress/waiting_for_task': (draft, message) =>
    applyProgress(draft, toToolId(message), { text: `Waits for a task: ${message.data.taskDescription ?? ''}`.trim() }),

  command_lifecycle: (draft, message, { at }) => {
    if (message.state === 'started') beginSent(draft, message.command_uuid, at)
    else if (message.state !== 'queued' && message.state !== 'completed') dropSent(draft, message.command_uuid)
  },
  control_request: (draft, message, context) => applyControlRequest(draft, message, context),
  control_response: (draft, message, context) => applyControlResponse(draft, message, context),
  control_cancel_request: (draft, message, { at }) => withdrawApproval(draft, message.request_id, at),

  summary: retitle((message) => ({ summary: message.summary })),
  'custom-title': rename((message) => message.customTitle),
  'ai-title': retitle((message) => ({ aiTitle: message.aiTitle })),
  'agent-name': retitle((message) => ({ agentName: message.agentName })),
  'last-prompt': retitle((message) => (message.lastPrompt === undefined ? {} : { lastPrompt: message.lastPrompt })),
  tag: (draft, message) => changeAbout(draft, { tag: message.tag }),
  'agent-color': (draft, message) => changeAbout(draft, { colour: message.agentColor }),
  'permission-mode': (draft, message) => changeAbout(draft, { permissionMode: message.permissionMode }),
  'pr-link': (draft, message) =>
    changeAbout(draft, { pullRequest: message.prUrl === undefined ? undefined : { url: message.prUrl } }),
  'system/code_change_published': (draft, message) => changeAbout(draft, { pullRequest: { url: message.url } }),
  'system/vcs_state_changed': (draft, message) => changeAbout(draft, { gitBranch: message.branch }),
  relocated: (draft, message) => changeAbout(draft, { cwd: message.relocatedCwd }),
  'cost-state': (draft, message) => applyCostState(draft, message.totalCostUSD),
  attachment: (draft, message, context) => applyAttachment(draft, message, context),
  'system/turn_preempted': note('info', () => 'The turn gave way to a newer message.'),
  'system/post_turn_summary': (draft, message, { at }) => {
    if (message.needs_action) addNotice(draft, 'info', message.needs_action, { id: message.uuid, at })
  },
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

/** `init` without an open turn: the CLI begins with a prompt that waited in it, or Claude goes on by itself. */
function beginTurn(draft: SessionDraft, start: { id: string | undefined; at: string | undefined }): void {
  if (draft.sent.length > 0) beginSent(draft, undefined, start.at)
  else if (draft.turns.size > 0) wakeTurn(draft, start)
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

/** The call that a progress line is about; `tool_use_id` is the id of the progress itself where there is a parent. */
function toToolId(message: {
  tool_use_id?: string | undefined
  parent_tool_use_id?: string | null | undefined
}): string | undefined {
  return message.parent_tool_use_id ?? message.tool_use_id
}
