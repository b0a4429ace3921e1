import { addEntry, MAIN } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'
import { changeHook } from '../turns/hooks.ts'
import { addNotice } from '../turns/notices.ts'

type Fields = Readonly<Record<string, unknown>> & { type: string }

/** What hooks did and said, as it stands on disk. Null for what is about something else. */
export function applyHookAttachment(
  state: SessionState,
  attachment: Fields,
  { id, at }: { id: string; at: string | undefined },
): SessionState | null {
  const { hookEvent, stdout, stderr, content, message, decision } = attachment
  const name = toWords(attachment.hookName) || toWords(hookEvent) || 'hook'
  const end = (status: 'done' | 'failed' | 'cancelled', output: string) =>
    changeHook(state, { id, name, at }, { status, output })
  switch (attachment.type) {
    case 'hook_success':
      return end('done', toWords(stdout, stderr))
    case 'hook_cancelled':
      return end('cancelled', toWords(stdout, stderr))
    case 'hook_non_blocking_error':
      return end('failed', toWords(stdout, stderr))
    case 'hook_error_during_execution':
      return end('failed', toWords(content))
    case 'hook_blocking_error': {
      const text = toBlocked(attachment.blockingError)
      // The line that keeps the turn going says the same.
      if (hookEvent !== 'Stop' && hookEvent !== 'SubagentStop') return end('failed', text)
      return addEntry(state, MAIN, { kind: 'hidden', id, why: `said by the hook ${name}`, text, ...(at && { at }) })
    }
    case 'hook_permission_decision':
      return end('done', `It decided: ${toWords(decision)}.`)
    // Both are written for the person.
    case 'hook_system_message':
      return addNotice(state, 'info', `The hook ${name} says: ${toWords(content)}`, { id, at })
    case 'hook_stopped_continuation':
      return addNotice(state, 'info', `A hook ended the turn: ${toWords(message)}`.trim(), { id, at })
    default:
      return null
  }
}

/** The words, with or without the command that wrote them. */
function toBlocked(error: unknown): string {
  const { blockingError } = (error ?? {}) as { blockingError?: unknown }
  return toWords(error, blockingError)
}

function toWords(...found: readonly unknown[]): string {
  return found.filter((text) => typeof text === 'string').join('')
}
