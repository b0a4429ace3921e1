import type { Play } from './session.ts'

/** How a turn ended. */
export type TurnEnd =
  | { kind: 'done' }
  | { kind: 'interrupted'; during: 'text' | 'tool' }
  | { kind: 'local'; command: string; text: string }

/** The message that ends a turn. */
export function toResult(
  play: Play,
  end: TurnEnd,
  turn: { durationMs: number; origin: object; index: number },
): object {
  const { session, denials, promptUuid } = play
  const { meter } = session
  const common = {
    type: 'result',
    duration_ms: turn.durationMs,
    duration_api_ms: turn.durationMs,
    num_turns: end.kind === 'local' ? 0 : play.replies,
    total_cost_usd: meter.totalCostUsd,
    usage: meter.turnUsage,
    modelUsage: meter.modelUsage,
    permission_denials: denials,
    origin: turn.origin,
    result_index: turn.index,
    ...(promptUuid === undefined ? {} : { user_message_uuid: promptUuid, user_message_uuids: [promptUuid] }),
  }
  return { ...common, ...toOutcome(play, end) }
}

/** What a process says that cannot even begin. */
export function toFailedStart(problem: string): object {
  return {
    type: 'result',
    subtype: 'error_during_execution',
    is_error: true,
    duration_ms: 0,
    duration_api_ms: 0,
    num_turns: 0,
    total_cost_usd: 0,
    usage: {},
    modelUsage: {},
    permission_denials: [],
    stop_reason: null,
    errors: [problem],
    session_id: crypto.randomUUID(),
    uuid: crypto.randomUUID(),
  }
}

function toOutcome({ failure, lastText }: Play, end: TurnEnd): object {
  if (end.kind === 'interrupted') {
    const inText = end.during === 'text'
    const stopReason = inText ? null : 'tool_use'
    return {
      subtype: 'error_during_execution',
      is_error: true,
      // In the words of the CLI: the Agent SDK makes its error of them, and without any it blames the exit code.
      errors: [`[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=${stopReason}`],
      stop_reason: stopReason,
      terminal_reason: inText ? 'aborted_streaming' : 'aborted_tools',
    }
  }
  if (end.kind === 'local')
    return { subtype: 'success', is_error: false, result: end.text, stop_reason: null, local_command: end.command }
  const success = { subtype: 'success', is_error: false, result: lastText, stop_reason: 'end_turn' }
  if (failure === undefined) return { ...success, terminal_reason: 'completed' }
  if ('apiError' in failure)
    return {
      ...success,
      is_error: true,
      result: failure.apiError,
      stop_reason: 'stop_sequence',
      api_error_status: failure.status,
      terminal_reason: 'api_error',
    }
  return { subtype: failure.subtype, is_error: true, errors: failure.errors, stop_reason: null }
}
