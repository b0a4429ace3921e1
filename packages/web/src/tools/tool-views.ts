import { canonicalToolName, parseMcpToolName } from '@quarterdeck/protocol/pure'
import { agentView } from './AgentView.tsx'
import { bashView } from './BashView.tsx'
import { editView } from './EditView.tsx'
import { fetchView } from './FetchView.tsx'
import { mcpView } from './McpView.tsx'
import { notebookView } from './NotebookView.tsx'
import { enterPlanView, planView } from './PlanView.tsx'
import { questionView } from './QuestionView.tsx'
import { readView } from './ReadView.tsx'
import { searchView } from './SearchView.tsx'
import { skillView } from './SkillView.tsx'
import { taskOutputView } from './TaskOutputView.tsx'
import { tasksView } from './TasksView.tsx'
import type { ToolView } from './tool-view.ts'
import { unknownView } from './UnknownView.tsx'
import { webSearchView } from './WebSearchView.tsx'
import { withAsked } from './with-asked.tsx'

const VIEWS: ReadonlyMap<string, ToolView> = new Map(
  Object.entries<ToolView>({
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
  }).map(([name, view]) => [name, withAsked(view)]),
)
const UNKNOWN = withAsked(unknownView)
const MCP = withAsked(mcpView)

/** The view of a tool, whatever its CLI called it. */
export function findToolView(name: string): ToolView {
  return VIEWS.get(canonicalToolName(name)) ?? (parseMcpToolName(name) === null ? UNKNOWN : MCP)
}
