import { canonicalToolName } from '@quarterdeck/protocol/pure'
import type { ToolName } from '@quarterdeck/protocol/tools'
import { agentWords } from './agent/words.ts'
import { bashWords } from './bash/words.ts'
import { editWords, multiEditWords, writeWords } from './edit/words.ts'
import { notebookWords } from './notebook/words.ts'
import { exitPlanWords } from './plan/words.ts'
import { questionWords } from './question/words.ts'
import { readWords } from './read/words.ts'
import { patternWords } from './search/words.ts'
import { unknownWords } from './unknown/words.ts'
import { webFetchWords } from './web-fetch/words.ts'
import { webSearchWords } from './web-search/words.ts'
import type { ToolWords } from './words.ts'

/** The words of every tool of `protocol/tools`. Apart from the views: the cards need them, and not what draws a call. */
const WORDS: Readonly<Record<ToolName, ToolWords>> = {
  Bash: bashWords,
  Read: readWords,
  Edit: editWords,
  MultiEdit: multiEditWords,
  Write: writeWords,
  NotebookEdit: notebookWords,
  Glob: patternWords,
  Grep: patternWords,
  LS: unknownWords,
  WebFetch: webFetchWords,
  WebSearch: webSearchWords,
  Agent: agentWords,
  TodoWrite: unknownWords,
  TaskCreate: unknownWords,
  TaskGet: unknownWords,
  TaskUpdate: unknownWords,
  TaskList: unknownWords,
  TaskStop: unknownWords,
  TaskOutput: unknownWords,
  AskUserQuestion: questionWords,
  EnterPlanMode: unknownWords,
  ExitPlanMode: exitPlanWords,
  Skill: unknownWords,
  ListMcpResourcesTool: unknownWords,
  ReadMcpResourceTool: unknownWords,
  ReadMcpResourceDirTool: unknownWords,
  Monitor: unknownWords,
  CronCreate: unknownWords,
  CronDelete: unknownWords,
  CronList: unknownWords,
  ScheduleWakeup: unknownWords,
  EnterWorktree: unknownWords,
  ExitWorktree: unknownWords,
  Workflow: unknownWords,
  ToolSearch: unknownWords,
  SendMessage: unknownWords,
  ReportFindings: unknownWords,
  PushNotification: unknownWords,
}

const byName: ReadonlyMap<string, ToolWords> = new Map(Object.entries(WORDS))

/** The words of a tool, under its older names too. */
export function findToolWords(name: string): ToolWords {
  return byName.get(canonicalToolName(name)) ?? unknownWords
}

/** A field of a tool's input as people call it. A field that is not the tool's own keeps its name: none may pass for another. */
export function toFieldName(toolName: string, field: string): string {
  const { fieldNames } = findToolWords(toolName)
  return (Object.hasOwn(fieldNames, field) ? fieldNames[field] : undefined) ?? field
}
