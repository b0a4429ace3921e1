import { canonicalToolName, parseMcpToolName } from '@quarterdeck/protocol/pure'
import type { ToolName } from '@quarterdeck/protocol/tools'
import { agentView } from './agent/AgentView.tsx'
import { taskOutputView } from './background-task/TaskOutputView.tsx'
import { bashView } from './bash/BashView.tsx'
import { editView } from './edit/EditView.tsx'
import { mcpView } from './mcp/McpView.tsx'
import { notebookView } from './notebook/NotebookView.tsx'
import { enterPlanView, planView } from './plan/PlanView.tsx'
import { questionView } from './question/QuestionView.tsx'
import { readView } from './read/ReadView.tsx'
import { searchView } from './search/SearchView.tsx'
import { skillView } from './skill/SkillView.tsx'
import { tasksView } from './task-list/TasksView.tsx'
import type { ToolView } from './tool-view.ts'
import { unknownView } from './unknown/UnknownView.tsx'
import { fetchView } from './web-fetch/FetchView.tsx'
import { webSearchView } from './web-search/WebSearchView.tsx'
import { withAsked } from './with-asked.tsx'

/** How calls are drawn, of every tool of `protocol/tools`; `web_search` is the API's own. */
const VIEWS: Readonly<Record<ToolName | 'web_search', ToolView>> = {
  Bash: bashView,
  Read: readView,
  Edit: editView,
  MultiEdit: editView,
  Write: editView,
  NotebookEdit: notebookView,
  Glob: searchView,
  Grep: searchView,
  LS: searchView,
  WebFetch: fetchView,
  WebSearch: webSearchView,
  web_search: webSearchView,
  Agent: agentView,
  TodoWrite: tasksView,
  TaskCreate: tasksView,
  TaskGet: tasksView,
  TaskUpdate: tasksView,
  TaskList: tasksView,
  TaskStop: taskOutputView,
  TaskOutput: taskOutputView,
  AskUserQuestion: questionView,
  EnterPlanMode: enterPlanView,
  ExitPlanMode: planView,
  Skill: skillView,
  ListMcpResourcesTool: unknownView,
  ReadMcpResourceTool: unknownView,
  ReadMcpResourceDirTool: unknownView,
  Monitor: unknownView,
  CronCreate: unknownView,
  CronDelete: unknownView,
  CronList: unknownView,
  ScheduleWakeup: unknownView,
  EnterWorktree: unknownView,
  ExitWorktree: unknownView,
  Workflow: unknownView,
  ToolSearch: unknownView,
  SendMessage: unknownView,
  ReportFindings: unknownView,
  PushNotification: unknownView,
}

const byName: ReadonlyMap<string, ToolView> = new Map(
  Object.entries(VIEWS).map(([name, view]) => [name, withAsked(view)]),
)
const UNKNOWN = withAsked(unknownView)
const MCP = withAsked(mcpView)

/** The view of a tool, under its older names too. */
export function findToolView(name: string): ToolView {
  return byName.get(canonicalToolName(name)) ?? (parseMcpToolName(name) === null ? UNKNOWN : MCP)
}
