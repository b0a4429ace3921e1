export { fold } from './fold.ts'
export { type Exit, type SessionEvent, toMessage } from './session-event.ts'
export {
  type Approval,
  type Draft,
  type Entry,
  initialState,
  type Part,
  type SessionState,
  type Status,
  type ToolCall,
} from './session-state.ts'
export { type TitleFacts, toPromptText, toTitle } from './title.ts'
