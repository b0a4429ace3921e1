import { supports } from '@quarterdeck/driver'
import type { ExitInfo } from '@quarterdeck/protocol'

export const SUSPENDED =
  'Its process was suspended (SIGSTOP or Ctrl+Z). Let it go on (kill -CONT), or stop the session.'

/** How a process ended, where a person should know; what was ended on purpose needs no words. */
export function toEndWords({ kind, reason, code, signal, stderr }: ExitInfo): string | undefined {
  if (reason !== undefined) return reason
  if (kind !== 'crashed') return undefined
  const said = stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`
  return `Claude Code ended by itself, ${how}${said === '' ? '' : `: ${said}`}. Send a message to go on.`
}

/** What the API does not let in, the person has to log in again. */
export function toLoginWords(cliVersion: string | null): string {
  const how = supports(cliVersion, 'authStatus') ? "Run 'claude auth login'" : "Run 'claude' and then /login"
  return `Claude Code is not logged in, or its key is not accepted. ${how} in a terminal, then send the message again.`
}

export function toGoneWords(folder: string): string {
  return `The folder '${folder}' is gone. Put it back to go on with this session.`
}
