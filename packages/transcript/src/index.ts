export { toModifiedText } from './calls/modified-input.ts'
export { toHtml } from './export/html.ts'
export { toMarkdown, toRowMarkdown } from './export/markdown.ts'
export { toPlainText } from './export/plain-text.ts'
export { type Branch, listBranches, selectBranch } from './lines/branches.ts'
export { fold } from './lines/fold.ts'
export { forgetDrafts } from './lines/forget-drafts.ts'
export { forgetEntries } from './lines/forget-entries.ts'
export { type PlanLimit, toPlanLimits } from './lines/rate-limit.ts'
export { type SessionEvent, toEvent, toMessage } from './lines/session-event.ts'
export { toErrorAdvice } from './rows/error-advice.ts'
export { type AskingAgent, findAskingAgent, type InboxItem, toInbox } from './rows/inbox.ts'
export { type Overview, toOverview, type WaitingMessage } from './rows/overview.ts'
export type { CallRow, Row } from './rows/row.ts'
export { type RowOptions, rows } from './rows/rows.ts'
export { type Silence, toSilence } from './rows/silence.ts'
export type { About } from './state/about.ts'
export type { AgentFacts } from './state/agent-facts.ts'
export type { Approval } from './state/approval.ts'
export type { BackgroundTask } from './state/background-task.ts'
export { type Dictionary, entriesOf, getValue } from './state/dictionary.ts'
export type {
  AssistantEntry,
  Decision,
  Draft,
  Entry,
  Lane,
  Part,
  ToolCall,
  ToolStatus,
  UserEntry,
} from './state/entry.ts'
export type { FileTouch } from './state/file-touch.ts'
export { findEntry, findTool } from './state/lanes.ts'
export { getItem, itemsOf, type List } from './state/list.ts'
export type { Plan } from './state/plan.ts'
export { initialState, type Retry, type SessionState } from './state/session-state.ts'
export { type TitleFacts, toPromptText, toRenamed, toTitle } from './state/title.ts'
export type { Todo } from './state/todo.ts'
export type { Turn } from './state/turn.ts'
export type { Tokens, Usage } from './state/usage.ts'
export { findDecision } from './turns/approvals.ts'
export { toContext } from './turns/usage.ts'
