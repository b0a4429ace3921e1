import { agents, mcpConfig, settings } from './configuration.ts'
import { folderBelowRoots, sessionFolder } from './folders.ts'
import { permissionMode } from './permission-mode.ts'
import { anything, config, count, each, flag, id, lowerWord, model, type Rule, text, word } from './rule.ts'
import { allowRule, denyRule, ownTool } from './tool-rules.ts'

const uuid = word(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'the id of a session')

/**
 * All that a caller may start a session with. What does not stand here nobody may send: the environment, programs, hooks, flags,
 * files that hold settings or prompts, and whatever a newer version adds.
 */
export const START_TABLE: Readonly<Record<string, Rule>> = {
  cwd: sessionFolder,
  prompt: anything,
  trust: flag,
  force: flag,
  resume: uuid,
  continue: flag,
  fork: (value, context) => (value === true ? null : id((value as { at?: unknown } | null)?.at, context)),
  title: text(500),
  model,
  fallbackModel: word(/^[A-Za-z0-9][\w.:[\]@/,-]{0,199}$/, 'the name of a model'),
  effort: lowerWord,
  thinking: lowerWord,
  maxThinkingTokens: count,
  maxTurns: count,
  maxBudgetUsd: count,
  permissionMode,
  allowedTools: each(allowRule),
  disallowedTools: each(denyRule),
  tools: each(ownTool),
  // Judged with the rest of the request: `trust` may speak for them.
  addDirs: each(sessionFolder),
  systemPrompt: text(),
  appendSystemPrompt: text(),
  agent: id,
  strictMcpConfig: flag,
  mcpConfig: config(mcpConfig),
  agents: config(agents),
  settings: config(settings),
  settingSources: config(each(lowerWord)),
  // Plugins are installed in the CLI's own directory.
  pluginDirs: config(each(folderBelowRoots)),
}
