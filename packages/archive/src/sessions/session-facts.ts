import { toPromptText, toRenamed } from '@quarterdeck/transcript'
import type { TranscriptLine } from '../lines/parse-transcript-line.ts'
import { readPrompt } from '../lines/read-prompt.ts'

/** What the lines of a transcript say about their session. Kept in the index as it is: a change here is a new `INDEX_VERSION`. */
export interface SessionFacts {
  cwd?: string
  /** The last ones that a line names. */
  gitBranch?: string
  version?: string
  /** The last one that answered in the main thread. */
  model?: string
  permissionMode?: string
  entrypoint?: string
  customTitle?: string
  aiTitle?: string
  summary?: string
  firstPrompt?: string
  firstCommand?: string
  lastPrompt?: string
  lastPromptAt?: string
  tag?: string
  agentName?: string
  agentColor?: string
  agentId?: string
  sessionId?: string
  isSidechain?: boolean
  pullRequest?: { number: number; url: string }
  continuedIn?: string
  createdAt?: string
  lastAt?: string
  /** The uuid of the first line that a copy of this session would repeat. */
  rootUuid?: string
  forkedFrom?: { sessionId: string; messageUuid: string }
  /** The plans it wrote, by their names: found when its words are taken. */
  plans?: string[]
}

const LONGEST_PROMPT = 1000

/** Folds a line into the facts: of some the first counts, of most the last. */
export function applyLine(facts: SessionFacts, line: TranscriptLine): void {
  applyEnvelope(facts, line)
  switch (line.type) {
    case 'user':
      applyPrompt(facts, line)
      break
    case 'assistant': {
      const model = (line.message as { model?: unknown } | undefined)?.model
      if (typeof model === 'string' && model !== '<synthetic>' && isOfSession(facts, line)) facts.model = model
      break
    }
    case 'custom-title':
      if (typeof line.customTitle === 'string') Object.assign(facts, toRenamed(facts, line.customTitle))
      break
    case 'ai-title':
      set(facts, 'aiTitle', line.aiTitle)
      break
    case 'summary':
      // In front of everything, old CLIs wrote the summaries of other sessions.
      if (facts.rootUuid !== undefined) set(facts, 'summary', line.summary)
      break
    case 'tag':
      set(facts, 'tag', line.tag)
      break
    case 'agent-name':
      set(facts, 'agentName', line.agentName)
      break
    case 'agent-color':
      set(facts, 'agentColor', line.agentColor)
      break
    case 'permission-mode':
      set(facts, 'permissionMode', line.permissionMode)
      break
    case 'last-prompt':
      set(facts, 'lastPrompt', line.lastPrompt)
      break
    case 'continued-in':
      set(facts, 'continuedIn', line.continuedInSessionId)
      break
    case 'relocated':
      set(facts, 'cwd', line.relocatedCwd)
      break
    case 'pr-link':
      if (typeof line.prNumber === 'number' && typeof line.prUrl === 'string')
        facts.pullRequest = { number: line.prNumber, url: line.prUrl }
  }
}

function applyEnvelope(facts: SessionFacts, line: TranscriptLine): void {
  if (typeof line.timestamp === 'string') {
    facts.createdAt ??= line.timestamp
    if (facts.lastAt === undefined || line.timestamp > facts.lastAt) facts.lastAt = line.timestamp
  }
  if (typeof line.uuid !== 'string') return
  facts.isSidechain ??= line.isSidechain === true
  if (typeof line.cwd === 'string') facts.cwd ??= line.cwd
  if (typeof line.agentId === 'string') facts.agentId ??= line.agentId
  if (typeof line.sessionId === 'string') facts.sessionId ??= line.sessionId
  if (typeof line.entrypoint === 'string') facts.entrypoint ??= line.entrypoint
  set(facts, 'gitBranch', line.gitBranch)
  set(facts, 'version', line.version)
  const from = line.forkedFrom as SessionFacts['forkedFrom'] | null | undefined
  const isMarked = typeof from?.sessionId === 'string' && typeof from.messageUuid === 'string'
  if (line.type === 'user') facts.rootUuid ??= isMarked ? from.messageUuid : line.uuid
  if (isMarked) facts.forkedFrom = { sessionId: from.sessionId, messageUuid: from.messageUuid }
}

/** Old CLIs wrote the lines of subagents into the session's own file. */
export function isOfSession(facts: SessionFacts, line: TranscriptLine): boolean {
  return line.isSidechain !== true || facts.isSidechain === true
}

function applyPrompt(facts: SessionFacts, line: TranscriptLine): void {
  if (!isOfSession(facts, line)) return
  set(facts, 'permissionMode', line.permissionMode)
  const prompt = readPrompt(line)
  if (prompt === null) return
  const text = prompt.text.slice(0, LONGEST_PROMPT)
  if (prompt.isCommand) {
    // With this a transcript begins, and says nothing of what it is about.
    if (toPromptText(text) !== '/clear') facts.firstCommand ??= text
    return
  }
  facts.firstPrompt ??= text
  facts.lastPrompt = text
  set(facts, 'lastPromptAt', line.timestamp)
}

type TextFact = {
  [Key in keyof SessionFacts]-?: SessionFacts[Key] extends string | undefined ? Key : never
}[keyof SessionFacts]

function set(facts: SessionFacts, key: TextFact, value: unknown): void {
  if (typeof value === 'string') facts[key] = value
}
