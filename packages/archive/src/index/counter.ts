import { canonicalToolName, toCost } from '@quarterdeck/protocol/pure'
import { parseTranscriptLine, type TranscriptLine } from '../lines/parse-transcript-line.ts'
import { readPrompt } from '../lines/read-prompt.ts'
import { toMs } from '../lines/to-ms.ts'
import { isFact } from '../sessions/read-ends.ts'
import { applyLine, isOfSession, type SessionFacts } from '../sessions/session-facts.ts'
import { FAILED, toFailedIds } from './find-failures.ts'
import { toLineKind } from './line-kind.ts'

/** Of the file alone. What a copy repeats is counted in it too. */
export interface Counts {
  /** What the person wrote: no commands, no notices. */
  prompts: number
  /** Distinct message ids. */
  assistantMessages: number
  toolCalls: number
}

export interface ApiMessage {
  key: string
  atMs: number
  model: string
  isCopy: boolean
  input: number
  output: number
  write5m: number
  write1h: number
  read: number
  searches: number
  /** Null for a model without a price. */
  usd: number | null
  tools: string[]
}

export interface ToolUse {
  id: string
  tool: string
  atMs: number
  isCopy: boolean
}

type ApiUsage = Parameters<typeof toCost>[0]

/** The last line of a message so far: only that one counts, and most are followed by another. */
interface LastSaid {
  usage: ApiUsage
  model: string
  timestamp: unknown
  isCopy: boolean
  tools: readonly string[]
}

const NO_TOOLS: readonly string[] = []

/** What is said about a session is short. */
const LONGEST_FACT_BYTES = 1500
/** So many ids of the last messages are remembered from one count to the next. */
const KEPT_IDS = 16
/** No message has as many: it would be damage, and the sums of it more than a number holds. */
const MOST_TOKENS = 1e12
const RESULT = Buffer.from('"tool_result"')
const [ANSWER, USER] = ['"type":"assistant"', '"type":"user"'].map((mark) => Buffer.from(mark)) as [Buffer, Buffer]

/** Counts one transcript, line by line. Lines are chosen on their bytes: two thirds of a file are results of tools. */
export class Counter {
  readonly facts: SessionFacts
  readonly counts: Counts
  readonly #messages = new Map<string, LastSaid>()
  readonly tools: ToolUse[] = []
  readonly failedToolIds: string[] = []
  /** Which tool call an agent works for, as far as this file says. */
  readonly agentCalls = new Map<string, string>()
  readonly #ids: Set<string>
  readonly #withFailures: boolean

  /** Without failures, results of tools are passed over, and `findFailures` finds those that are errors. */
  constructor(known: { facts: SessionFacts; counts: Partial<Counts>; ids: readonly string[] }, withFailures: boolean) {
    this.#withFailures = withFailures
    this.facts = { ...known.facts }
    this.counts = { prompts: 0, assistantMessages: 0, toolCalls: 0, ...known.counts }
    this.#ids = new Set(known.ids)
  }

  get lastIds(): string[] {
    return [...this.#ids].slice(-KEPT_IDS)
  }

  toMessages(): ApiMessage[] {
    return Array.from(this.#messages, ([key, { usage, model, timestamp, isCopy, tools }]) => {
      return { key, atMs: toMs(timestamp), model, isCopy, tools: [...tools], ...toTokens(usage, model) }
    })
  }

  /** A line that cannot be read counts for nothing. */
  add(bytes: Buffer, start: number, end: number): void {
    const line = this.#isWanted(bytes, start, end) ? parseTranscriptLine(bytes, start, end) : null
    if (line === null) return
    applyLine(this.facts, line)
    if (line.type === 'assistant') this.#addAnswer(line)
    else if (line.type === 'user') this.#addUser(line)
    else if (line.type === 'progress') this.#addProgress(line)
  }

  #isWanted(bytes: Buffer, start: number, end: number): boolean {
    if (this.facts.rootUuid === undefined || this.facts.cwd === undefined) return true
    switch (toLineKind(bytes, start, end)) {
      case 'answer':
      case 'user':
        return true
      case 'result':
        return this.#withFailures && bytes.subarray(start, end).includes(FAILED)
      case 'other':
        return end - start <= LONGEST_FACT_BYTES && isFact(bytes, start, end)
      case 'unknown':
        return isSaid(bytes.subarray(start, end), this.#withFailures)
    }
  }

  #addAnswer(line: TranscriptLine): void {
    const message = line.message as { id?: unknown; model?: unknown; usage?: unknown } | undefined
    if (typeof message !== 'object' || message === null) return
    const isCopy = typeof line.forkedFrom === 'object' && line.forkedFrom !== null
    const names = this.#addCalls(line, isCopy)
    if (typeof message.id !== 'string') return
    if (!this.#ids.has(message.id)) {
      this.#ids.add(message.id)
      this.counts.assistantMessages++
    }
    if (typeof message.usage !== 'object' || message.usage === null || message.model === '<synthetic>') return
    const requestId = typeof line.requestId === 'string' ? line.requestId : ''
    const key = `${message.id} ${requestId}`
    const before = this.#messages.get(key)?.tools ?? NO_TOOLS
    const tools = names.length === 0 ? before : [...new Set([...before, ...names])]
    const model = typeof message.model === 'string' ? message.model : 'unknown'
    this.#messages.set(key, { usage: message.usage as ApiUsage, model, timestamp: line.timestamp, isCopy, tools })
  }

  /** Gives the names of the tools that a line calls. */
  #addCalls(line: TranscriptLine, isCopy: boolean): readonly string[] {
    const content = (line.message as { content?: unknown }).content
    if (!Array.isArray(content)) return NO_TOOLS
    let names: string[] | null = null
    for (const block of content) {
      if (block?.type !== 'tool_use' || typeof block.id !== 'string' || typeof block.name !== 'string') continue
      const tool = canonicalToolName(block.name)
      this.tools.push({ id: block.id, tool, atMs: toMs(line.timestamp), isCopy })
      names ??= []
      names.push(tool)
    }
    if (names === null) return NO_TOOLS
    this.counts.toolCalls += names.length
    return names
  }

  #addUser(line: TranscriptLine): void {
    const prompt = readPrompt(line)
    if (prompt !== null && !prompt.isCommand && isOfSession(this.facts, line)) this.counts.prompts++
    if (this.#withFailures) this.failedToolIds.push(...toFailedIds(line))
  }

  #addProgress(line: TranscriptLine): void {
    const agentId = (line.data as { agentId?: unknown } | undefined)?.agentId
    if (typeof agentId === 'string' && typeof line.parentToolUseID === 'string')
      this.agentCalls.set(agentId, line.parentToolUseID)
  }
}

/** A line whose first bytes do not tell. */
function isSaid(line: Buffer, withFailures: boolean): boolean {
  if (line.includes(ANSWER)) return true
  return line.includes(RESULT) ? withFailures && line.includes(FAILED) : line.includes(USER)
}

function toTokens(usage: ApiUsage, model: string) {
  const total = usage.cache_creation_input_tokens
  const forAnHour = toCount(usage.cache_creation?.ephemeral_1h_input_tokens)
  const forFiveMinutes = toCount(usage.cache_creation?.ephemeral_5m_input_tokens)
  const written = typeof total === 'number' ? toCount(total) : forAnHour + forFiveMinutes
  const write1h = Math.min(forAnHour, written)
  const cost = toCost(usage, model)
  return {
    input: toCount(usage.input_tokens),
    output: toCount(usage.output_tokens),
    write5m: written - write1h,
    write1h,
    read: toCount(usage.cache_read_input_tokens),
    searches: toCount(usage.server_tool_use?.web_search_requests),
    usd: 'usd' in cost && cost.usd >= 0 && cost.usd < MOST_TOKENS ? cost.usd : null,
  }
}

function toCount(value: unknown): number {
  return typeof value === 'number' && value > 0 && value < MOST_TOKENS ? Math.round(value) : 0
}
