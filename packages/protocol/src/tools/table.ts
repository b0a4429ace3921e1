import type { z } from 'zod'
import type { Since } from '../lines/define.ts'
import * as agent from './views/agent.ts'
import * as background from './views/background-task.ts'
import * as bash from './views/bash.ts'
import * as edit from './views/edit.ts'
import * as mcp from './views/mcp.ts'
import * as notebook from './views/notebook.ts'
import * as other from './views/other.ts'
import * as plan from './views/plan.ts'
import * as question from './views/question.ts'
import * as read from './views/read.ts'
import * as search from './views/search.ts'
import * as skill from './views/skill.ts'
import * as list from './views/task-list.ts'
import * as todo from './views/todo.ts'
import * as web from './views/web.ts'

export interface ToolEntry<I extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  input: I
  result?: R
  since: Since
  /** How Quarterdeck shows it: a sentence for `docs/protocol.md`. */
  use: string
}

function tool<I extends z.ZodType, R extends z.ZodType>(input: I, result: R, since: Since, use: string) {
  return { input, result, since, use }
}

/** The tools that have a view of their own, by the name of the current CLI. Any other is shown as the JSON it is. */
export const toolSchemas = {
  Bash: tool(bash.BashInput, bash.BashResult, 'seen', 'The command, and below it what a terminal would show.'),
  Read: tool(read.ReadInput, read.ReadResult, 'seen', 'The path with its lines, and the text or picture on demand.'),
  Edit: tool(edit.EditInput, edit.EditResult, 'seen', 'A diff, before the approval and after the change.'),
  MultiEdit: tool(edit.MultiEditInput, edit.MultiEditResult, 'published', 'One diff of all its edits.'),
  Write: tool(edit.WriteInput, edit.WriteResult, 'seen', 'The new file, or a diff where there was one before.'),
  NotebookEdit: tool(
    notebook.NotebookEditInput,
    notebook.NotebookEditResult,
    'documented',
    'The cell, in its language.',
  ),
  Glob: tool(search.GlobInput, search.GlobResult, 'documented', 'The pattern, and the list of files.'),
  Grep: tool(search.GrepInput, search.GrepResult, 'documented', 'The pattern, and the files or the matching lines.'),
  LS: tool(search.LsInput, search.LsResult, 'published', 'The folder, and its tree.'),
  WebFetch: tool(web.WebFetchInput, web.WebFetchResult, 'documented', 'A link, and what was read there.'),
  WebSearch: tool(web.WebSearchInput, web.WebSearchResult, 'documented', 'The query, the links found, the summary.'),
  Agent: tool(agent.AgentInput, agent.AgentResult, 'seen', 'A card with the subagent’s own conversation inside.'),
  TodoWrite: tool(todo.TodoWriteInput, todo.TodoWriteResult, 'seen', 'The list in the side panel.'),
  TaskCreate: tool(list.TaskCreateInput, list.TaskCreateResult, 'documented', 'A new row of the task list.'),
  TaskGet: tool(list.TaskGetInput, list.TaskGetResult, 'documented', 'One row of the task list, whole.'),
  TaskUpdate: tool(list.TaskUpdateInput, list.TaskUpdateResult, 'documented', 'The change of a row of the task list.'),
  TaskList: tool(list.TaskListInput, list.TaskListResult, 'documented', 'The task list as it stood.'),
  TaskStop: tool(background.TaskStopInput, background.TaskStopResult, 'documented', 'The task that was stopped.'),
  TaskOutput: tool(background.TaskOutputInput, background.TaskOutputResult, 'documented', 'The output so far.'),
  AskUserQuestion: tool(
    question.AskUserQuestionInput,
    question.AskUserQuestionResult,
    'seen',
    'A card to answer, and the answers afterwards.',
  ),
  EnterPlanMode: tool(plan.EnterPlanModeInput, plan.EnterPlanModeResult, 'documented', 'A line: it plans from here.'),
  ExitPlanMode: tool(plan.ExitPlanModeInput, plan.ExitPlanModeResult, 'documented', 'The plan, to approve or refuse.'),
  Skill: tool(skill.SkillInput, skill.SkillResult, 'documented', 'The name of the skill with its arguments.'),
  ListMcpResourcesTool: tool(
    mcp.ListMcpResourcesInput,
    mcp.ListMcpResourcesResult,
    'published',
    'The resources of a server, as a list.',
  ),
  ReadMcpResourceTool: tool(
    mcp.ReadMcpResourceInput,
    mcp.ReadMcpResourceResult,
    'published',
    'The resource, as text where it is text.',
  ),
  ReadMcpResourceDirTool: tool(
    mcp.ReadMcpResourceInput,
    mcp.ReadMcpResourceDirResult,
    'published',
    'The resources in a folder of a server, as a list.',
  ),
  Monitor: tool(other.MonitorInput, other.MonitorResult, 'published', 'What is watched, and by which task.'),
  CronCreate: tool(other.CronCreateInput, other.CronCreateResult, 'published', 'The prompt, and when it runs.'),
  CronDelete: tool(other.CronDeleteInput, other.CronDeleteResult, 'published', 'The job that was removed.'),
  CronList: tool(other.CronListInput, other.CronListResult, 'published', 'The jobs, and when each runs.'),
  ScheduleWakeup: tool(other.ScheduleWakeupInput, other.ScheduleWakeupResult, 'published', 'When it goes on.'),
  EnterWorktree: tool(other.EnterWorktreeInput, other.EnterWorktreeResult, 'published', 'The worktree it is in now.'),
  ExitWorktree: tool(other.ExitWorktreeInput, other.ExitWorktreeResult, 'published', 'What became of the worktree.'),
  Workflow: tool(other.WorkflowInput, other.WorkflowResult, 'published', 'The workflow, and the task that runs it.'),
  ToolSearch: tool(other.ToolSearchInput, other.ToolSearchResult, 'declared', 'The query, and the tools it loaded.'),
  SendMessage: tool(other.SendMessageInput, other.SendMessageResult, 'declared', 'The message, and to which agent.'),
  ReportFindings: tool(other.ReportFindingsInput, other.ReportFindingsResult, 'published', 'The findings by file.'),
  PushNotification: tool(other.PushNotificationInput, other.PushNotificationResult, 'published', 'The message.'),
} as const satisfies Readonly<Record<string, ToolEntry>>

/** The name of a tool that has a view of its own. */
export type ToolName = keyof typeof toolSchemas
