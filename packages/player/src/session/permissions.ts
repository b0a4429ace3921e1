import type { PermissionRuleValue, PermissionUpdate } from '@quarterdeck/protocol'

/** Whether a tool runs, and what the person has said so far. */
export interface Permissions {
  mode: string
  /** Allowed for the rest of the session. */
  rules: PermissionRuleValue[]
}

const EDITS = new Set(['Edit', 'Write', 'NotebookEdit', 'MultiEdit'])
const COMMANDS = new Set(['Bash', 'WebFetch', 'WebSearch'])
/** Not a matter of leave: the person is asked for an answer. */
const QUESTIONS = new Set(['AskUserQuestion', 'ExitPlanMode'])

type Input = Record<string, unknown>

export function isQuestion(tool: string): boolean {
  return QUESTIONS.has(tool)
}

export function decide(tool: string, input: Input, { mode, rules }: Permissions): 'allow' | 'ask' | 'deny' {
  if (QUESTIONS.has(tool)) return 'ask'
  const isHarmless = !EDITS.has(tool) && !COMMANDS.has(tool) && !tool.startsWith('mcp__')
  if (isHarmless || mode === 'bypassPermissions') return 'allow'
  if (mode === 'acceptEdits' && EDITS.has(tool)) return 'allow'
  if (rules.some((rule) => covers(rule, tool, input))) return 'allow'
  return mode === 'dontAsk' ? 'deny' : 'ask'
}

/** A rule names a tool, and of commands, if it likes, a beginning: `npm test`, `npm test *`, `npm test:*`. */
function covers({ toolName, ruleContent }: PermissionRuleValue, tool: string, input: Input): boolean {
  if (toolName !== tool) return false
  if (ruleContent === undefined) return true
  const subject = String(input.command ?? input.file_path ?? input.url ?? '')
  const [, beginning] = ruleContent.match(/^(.*?)(?::| )\*$/) ?? []
  return beginning === undefined
    ? subject === ruleContent
    : subject === beginning || subject.startsWith(`${beginning} `)
}

/** What the prompt offers so as not to ask again. */
export function toSuggestions(tool: string, input: Input, mode: string): PermissionUpdate[] {
  if (EDITS.has(tool))
    return mode === 'acceptEdits' ? [] : [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }]
  if (tool === 'Bash') {
    const beginning = String(input.command ?? '')
      .split(' ')
      .slice(0, 2)
      .join(' ')
    return [toAddRule({ toolName: tool, ruleContent: `${beginning} *` })]
  }
  return QUESTIONS.has(tool) ? [] : [toAddRule({ toolName: tool })]
}

function toAddRule(rule: PermissionRuleValue): PermissionUpdate {
  return { type: 'addRules', rules: [rule], behavior: 'allow', destination: 'localSettings' }
}

/** Remembers for the session, whatever the destination: a player changes no settings. */
export function applyUpdates(permissions: Permissions, updates: readonly PermissionUpdate[]): Permissions {
  const rules = updates.flatMap((update) =>
    update.type === 'addRules' && update.behavior === 'allow' ? update.rules : [],
  )
  const modes = updates.flatMap((update) => (update.type === 'setMode' ? [update.mode] : []))
  return { mode: modes.at(-1) ?? permissions.mode, rules: [...permissions.rules, ...rules] }
}
