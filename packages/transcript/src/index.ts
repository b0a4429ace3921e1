export type { FileTouch } from './calls/file-touches.ts'
export { toModifiedText } from './calls/modified-input.ts'
export type { Plan } from './calls/plans.ts'
export type { AgentFacts } from './calls/subagents.ts'
export type { BackgroundTask } from './calls/tasks.ts'
export type { Todo } from './calls/todos.ts'
export { toHtml } from './export/html.ts'
export { toMarkdown, toRowMarkdown } from './export/markdown.ts'
export { toPlainText } from './export/plain-text.ts'
export type { About } from './lines/about.ts'
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
export { findEntry, findTool } from './state/lanes.ts'
export { getItem, itemsOf, type List } from './state/list.ts'
export { initialState, type Retry, type SessionState } from './state/session-state.ts'
export { type TitleFacts, toPromptText, toTitle } from './state/title.ts'
export { type Approval, findDecision } from './turns/approvals.ts'
export { currentTurn, type Turn } from './turns/turns.ts'
export { type Tokens, toContext, type Usage } from './turns/usage.ts'
