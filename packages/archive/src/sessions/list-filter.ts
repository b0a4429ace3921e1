import type { SessionSummary } from './session-summary.ts'

export interface SessionFilter {
  project?: string | undefined
  branch?: string | undefined
  tag?: string | undefined
  model?: string | undefined
  isArchived?: boolean | undefined
  /** In titles, prompts, branches and paths; letter case does not matter. */
  text?: string | undefined
  /** Sessions that go on in another one, which lists leave out. */
  withHidden?: boolean | undefined
}

export function fitsSessionFilter(session: SessionSummary, filter: SessionFilter): boolean {
  const { project, branch, tag, model, isArchived, text } = filter
  return (
    (project === undefined || session.projectPath === project) &&
    (branch === undefined || session.gitBranch === branch) &&
    (tag === undefined || session.tag === tag) &&
    (model === undefined || session.model === model) &&
    (isArchived === undefined || session.isArchived === isArchived) &&
    (text === undefined || holdsText(session, text.toLowerCase()))
  )
}

function holdsText(session: SessionSummary, text: string): boolean {
  const { title, firstPrompt, lastPrompt, projectPath, gitBranch, tag, sessionId } = session
  return [title, firstPrompt, lastPrompt, projectPath, gitBranch, tag, sessionId].some((field) =>
    field?.toLowerCase().includes(text),
  )
}
