import type { PermissionRuleValue } from './permission.ts'

const ESCAPED = /\\([\\()])/g
const TO_ESCAPE = /[\\()]/g

/**
 * Reads a rule as the CLI does: `Tool` or `Tool(content)`, where content has `\(`, `\)` and `\\` for its own parentheses and
 * backslashes, though bare parentheses inside are understood too. `Tool()` and `Tool(*)` mean the whole tool. What is not
 * well formed is taken for a name: it matches no tool, so a mistake never widens what is allowed.
 */
export function parsePermissionRule(text: string): PermissionRuleValue {
  const start = text.indexOf('(')
  const end = text.length - 1
  if (start < 1 || isEscaped(text, start) || text[end] !== ')' || isEscaped(text, end)) return { toolName: text }
  const toolName = text.slice(0, start)
  if (toolName.includes(')')) return { toolName: text }
  const content = text.slice(start + 1, end)
  return content === '' || content === '*' ? { toolName } : { toolName, ruleContent: content.replace(ESCAPED, '$1') }
}

/** Writes a rule as the CLI does. */
export function printPermissionRule(rule: PermissionRuleValue): string {
  if (rule.ruleContent === undefined || rule.ruleContent === '') return rule.toolName
  return `${rule.toolName}(${rule.ruleContent.replace(TO_ESCAPE, '\\$&')})`
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
