import { VERSION } from '../version.ts'
import type { Session } from './session.ts'

const EFFORT = { supportsEffort: true, supportedEffortLevels: ['low', 'medium', 'high'] }

export const MODELS = [
  {
    value: 'default',
    resolvedModel: 'claude-opus-5-5',
    displayName: 'Default',
    description: 'The model of the demo',
    ...EFFORT,
  },
  { value: 'opus', resolvedModel: 'claude-opus-5-5', displayName: 'Opus', description: 'For hard work', ...EFFORT },
  {
    value: 'sonnet',
    resolvedModel: 'claude-sonnet-5-5',
    displayName: 'Sonnet',
    description: 'For daily work',
    ...EFFORT,
  },
  {
    value: 'haiku',
    resolvedModel: 'claude-haiku-5-5',
    displayName: 'Haiku',
    description: 'For quick answers',
    ...EFFORT,
  },
]

/** The id that a name stands for; what is no such name is an id already. */
export function resolveModel(name: string | null | undefined): string {
  const found = MODELS.find(({ value }) => value === (name ?? 'default'))
  return found?.resolvedModel ?? String(name)
}

const COMMANDS = [
  { name: 'clear', description: 'Begin another conversation', argumentHint: '', builtin: true },
  { name: 'compact', description: 'Sum the conversation up', argumentHint: '[what to keep]', builtin: true },
  { name: 'context', description: 'Show what fills the context', argumentHint: '', builtin: true },
  { name: 'usage', description: 'Show what was used', argumentHint: '', aliases: ['cost'], builtin: true },
  { name: 'review', description: 'Review the changes of a branch', argumentHint: '[branch]' },
]

const AGENTS = [
  { name: 'general-purpose', description: 'Does what it is told' },
  { name: 'Explore', description: 'Looks around in the code', model: 'inherit' },
  { name: 'Plan', description: 'Thinks about the way to go', model: 'inherit' },
]

const TOOLS = [
  ...['Task', 'AskUserQuestion', 'Bash', 'Edit', 'EnterPlanMode', 'ExitPlanMode', 'Glob', 'Grep', 'NotebookEdit'],
  ...[
    'Read',
    'Skill',
    'TaskCreate',
    'TaskList',
    'TaskStop',
    'TaskUpdate',
    'TodoWrite',
    'WebFetch',
    'WebSearch',
    'Write',
  ],
]

const OUTPUT_STYLES = ['default', 'Explanatory', 'Learning']

export const MCP_SERVERS = [
  {
    name: 'issues',
    status: 'connected',
    scope: 'project',
    serverInfo: { name: 'issues', version: '1.4.0' },
    tools: [{ name: 'search' }],
  },
  { name: 'browser', status: 'failed', scope: 'user', error: 'The program was not found' },
]

/** What answers `initialize`. */
export function toInitializeResult(session: Session, state: string): object {
  return {
    commands: COMMANDS,
    agents: AGENTS,
    models: MODELS,
    account: { email: 'ada@example.com', organization: 'Example', subscriptionType: 'demo', apiProvider: 'firstParty' },
    output_style: 'default',
    available_output_styles: OUTPUT_STYLES,
    current_model: session.model,
    current_permission_mode: session.permissions.mode,
    session_state: state,
    claude_code_version: VERSION,
    fast_mode_state: 'off',
    pid: process.pid,
  }
}

/** What opens a turn. */
export function toInit(session: Session): object {
  return {
    cwd: session.cwd,
    tools: TOOLS,
    mcp_servers: MCP_SERVERS.map(({ name, status }) => ({ name, status })),
    model: session.model,
    permissionMode: session.permissions.mode,
    slash_commands: COMMANDS.map(({ name }) => name),
    apiKeySource: 'none',
    claude_code_version: VERSION,
    output_style: 'default',
    agents: AGENTS.map(({ name }) => name),
    skills: [],
    plugins: [],
    capabilities: ['interrupt_receipt_v1', 'interrupt_cancel_queued_v1', 'msg_lifecycle_v1'],
    fast_mode_state: 'off',
  }
}
