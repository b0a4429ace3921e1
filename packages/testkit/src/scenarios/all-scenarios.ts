import type { Scenario } from '../scenario-runner/scenario.ts'
import { bashToolScenarios } from './bash-tools.ts'
import { commandScenarios } from './commands.ts'
import { controlScenarios } from './control.ts'
import { failureScenarios } from './failures.ts'
import { fileToolScenarios } from './file-tools.ts'
import { hookScenarios } from './hooks.ts'
import { interruptScenarios } from './interrupts.ts'
import { mcpScenarios } from './mcp.ts'
import { permissionScenarios } from './permissions.ts'
import { planScenarios } from './plans.ts'
import { questionScenarios } from './questions.ts'
import { sessionScenarios } from './sessions.ts'
import { subagentScenarios } from './subagents.ts'
import { taskListScenarios } from './task-lists.ts'
import { textScenarios } from './text.ts'

/** All of them, in the order in which the recordings' README lists them. */
export const allScenarios: readonly Scenario[] = [
  ...textScenarios,
  ...fileToolScenarios,
  ...bashToolScenarios,
  ...permissionScenarios,
  ...questionScenarios,
  ...planScenarios,
  ...subagentScenarios,
  ...taskListScenarios,
  ...interruptScenarios,
  ...failureScenarios,
  ...commandScenarios,
  ...sessionScenarios,
  ...hookScenarios,
  ...mcpScenarios,
  ...controlScenarios,
]
