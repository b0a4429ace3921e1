import { addEntry, MAIN } from '../state/lanes.ts'
import type { SessionDraft } from '../state/session-draft.ts'
import { changeHook } from '../turns/hooks.ts'
import { addNotice } from '../turns/notices.ts'

type Fields = Readonly<Record<string, unknown>> & { type: string }

const HOOK_ATTACHMENTS = new Set([
  'hook_success',
  'hook_cancelled',
  'hook_non_blocking_error',
  'hook_error_during_execution',
  'hook_blocking_error',
  'hook_permission_decision',
  'hook_system_message',
  'hook_stopped_continuation',
])

export function isHookAttachment(type: string): boolean {
  return HOOK_ATTACHMENTS.has(type)
}

/** The outcome and output of a hook, as a transcript has them. */
export function applyHookAttachment(
  draft: SessionDraft,
  attachment: Fields,
  { id, at }: { id: string; at: string | undefined },
): void {
  const { hookEvent, stdout, stderr, content, message, decision } = attachment
  const name = toWords(attachment.hookName) || toWords(hookEvent) || 'hook'
  const end = (status: 'done' | 'failed' | 'cancelled', output: string) =>
    changeHook(draft, { id, name, at }, { status, output })
  switch (attachment.type) {
    case 'hook_success':
      end('done', toWords(stdout, stderr))
      break
    case 'hook_cancelled':
      end('cancelled', toWords(stdout, stderr))
      break
    case 'hook_non_blocking_error':
      end('failed', toWords(stdout, stderr))
      break
    case 'hook_error_during_execution':
      end('failed', toWords(content))
      break
    case 'hook_blocking_error': {
      const text = toBlocked(attachment.blockingError)
      // A Stop hook's words come again in the user line that keeps the turn going.
      if (hookEvent === 'Stop' || hookEvent === 'SubagentStop')
        addEntry(draft, MAIN, { kind: 'hidden', id, why: `said by the hook ${name}`, text, ...(at && { at }) })
      else end('failed', text)
      break
    }
    case 'hook_permission_decision':
      end('done', `It decided: ${toWords(decision)}.`)
      break
    // Both are written for the person.
    case 'hook_system_message':
      addNotice(draft, 'info', `The hook ${name} says: ${toWords(content)}`, { id, at })
      break
    case 'hook_stopped_continuation':
      addNotice(draft, 'info', `A hook ended the turn: ${toWords(message)}`.trim(), { id, at })
  }
}

/** The error is a text, or an object that also names the hook's command. */
function toBlocked(error: unknown): string {
  const { blockingError } = (error ?? {}) as { blockingError?: unknown }
  return toWords(error, blockingError)
}

function toWords(...found: readonly unknown[]): string {
  return found.filter((text) => typeof text === 'string').join('')
}
