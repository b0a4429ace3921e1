import { ClientError } from '@quarterdeck/client'

/** What was refused, for whoever has a button where a program would have a field to send. */
export function toPersonWords(error: Error): string {
  if (!(error instanceof ClientError)) return error.message
  const { code, facts } = error
  if (code === 'untrusted_folder' && typeof facts.folder === 'string')
    return `'${facts.folder}' is new here. Claude Code may run what this folder configures: go on only if you trust it.`
  const { what } = (facts.heldBy ?? {}) as { what?: unknown }
  if (code === 'held_elsewhere' && typeof what === 'string')
    return `It is open elsewhere: ${what} has it. End it there first, or take it over.`
  return error.message
}
