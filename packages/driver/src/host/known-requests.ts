/** All that CLI 2.1.38 answers; about anything else it says nothing at all. */
const OLDEST = new Set([
  'initialize',
  'interrupt',
  'set_permission_mode',
  'set_model',
  'set_max_thinking_tokens',
  'mcp_status',
  'mcp_message',
  'mcp_set_servers',
  'mcp_reconnect',
  'mcp_toggle',
  'rewind_files',
])

const LAST_SILENT = [2, 1, 38]

/** Whether there is any use in asking. Only of the oldest CLI is it known beforehand; newer ones say so themselves. */
export function mayAnswer(subtype: string, cliVersion: string | null): boolean {
  return cliVersion === null || OLDEST.has(subtype) || isAfter(cliVersion, LAST_SILENT)
}

function isAfter(version: string, other: readonly number[]): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10))
  for (const [index, number] of other.entries()) {
    const part = parts[index] ?? 0
    if (part !== number) return !(part < number)
  }
  return false
}
