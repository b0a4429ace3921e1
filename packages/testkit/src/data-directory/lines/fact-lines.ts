import type { Conversation } from '../conversation.ts'
import type { Line } from '../oracle/line-facts.ts'

/** Lines about the session itself. */
export function addSessionFact(conversation: Conversation, type: string, fields: Line): void {
  conversation.addFact({ type, ...fields, sessionId: conversation.place.sessionId })
}

export function addQueueOperation(
  conversation: Conversation,
  operation: 'enqueue' | 'dequeue',
  content?: string,
): void {
  const timestamp = conversation.clock.stamp()
  const { sessionId } = conversation.place
  conversation.addFact({ type: 'queue-operation', operation, timestamp, sessionId, ...(content && { content }) })
  conversation.touch()
}

export function addLastPrompt(conversation: Conversation, prompt: string): void {
  const flat = prompt.replace(/\s+/g, ' ')
  const lastPrompt = flat.length > 200 ? `${flat.slice(0, 200)}…` : flat
  addSessionFact(conversation, 'last-prompt', { lastPrompt, leafUuid: conversation.parentUuid })
}

export function addPullRequest(conversation: Conversation, number: number, repository: string): void {
  const url = `https://git.example.com/${repository}/pull/${number}`
  const { sessionId } = conversation.place
  conversation.addFact({
    type: 'pr-link',
    sessionId,
    prNumber: number,
    prUrl: url,
    prRepository: repository,
    timestamp: conversation.clock.stamp(),
  })
  conversation.touch()
  conversation.record.session.pullRequest = { number, url, repository }
}

/** The sum from which the CLI goes on after a resume. */
export function addCostState(conversation: Conversation): void {
  const { session } = conversation.record
  const { usage } = session
  conversation.addFact({
    type: 'cost-state',
    sessionId: session.id,
    totalCostUSD: usage.usd,
    totalAPIDuration: usage.messages * 3100,
    totalAPIDurationWithoutRetries: usage.messages * 3000,
    totalToolDuration: usage.messages * 700,
    totalLinesAdded: usage.messages * 3,
    totalLinesRemoved: usage.messages,
    totalDuration: session.modifiedMs - session.createdMs,
    startTime: session.createdMs,
    modelUsage: {
      [session.model ?? 'none']: {
        inputTokens: usage.inputTokens,
        outputTokens: usage.outputTokens,
        cacheReadInputTokens: usage.cacheReadTokens,
        cacheCreationInputTokens: usage.cacheWrite5mTokens + usage.cacheWrite1hTokens,
        webSearchRequests: usage.webSearches,
        costUSD: usage.usd,
      },
    },
    hasUnknownModelCost: usage.unpricedMessages > 0,
  })
}
