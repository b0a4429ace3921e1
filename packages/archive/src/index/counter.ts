import { canonicalToolName, toCost } from '@quarterdeck/protocol/pure'
import { toBlocks } from '../lines/line-content.ts'
import { parseTranscriptLine, type TranscriptLine } from '../lines/parse-transcript-line.ts'
import { readPrompt } from '../lines/read-prompt.ts'
import { isFact } from '../sessions/read-ends.ts'
import { applyLine, isOfSession, type SessionFacts } from '../sessions/session-facts.ts'
import { ByteMark } from './byte-mark.ts'

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

/** What is said about a session is short. */
const LONGEST_FACT_BYTES = 1500
/** So many ids of the last messages are remembered from one count to the next. */
const KEPT_IDS = 16

/** Counts one transcript, line by line. Lines are chosen on their bytes: two thirds of a file are results of tools. */
export class Counter {
  readonly facts: SessionFacts
  readonly counts: Counts
  readonly messages = new Map<string, ApiMessage>()
  readonly tools: ToolUse[] = []
  readonly failedToolIds: string[] = []
  /** Which tool call an agent works for, as far as this file says. */
  readonly agentCalls = new Map<string, string>()
  readonly #ids: Set<string>
  readonly #answer = new ByteMark('"type":"assistant"')
  readonly #user = new ByteMark('"type":"user"')
  readonly #result = new ByteMark('"tool_result"')
  readonly #failed = new ByteMark('"is_error":true')

  constructor(known: { facts: SessionFacts; counts: Partial<Counts>; ids: readonly string[] }) {
    this.facts = { ...known.facts }
    this.counts = { prompts: 0, assistantMessages: 0, toolCalls: 0, ...known.counts }
    this.#ids = new Set(known.ids)
  }

  get lastIds(): string[] {
    return [...this.#ids].slice(-KEPT_IDS)
  }

  /** A line that cannot be read counts for nothing. */
  add(bytes: Buffer, start: number, end: number, offset: number): void {
    const line = this.#isWanted(bytes, start, end, offset) ? parseTranscriptLine(bytes, start, end) : null
    if (line === null) return
    applyLine(this.facts, line)
    if (line.type === 'assistant') this.#addAnswer(line)
    else if (line.type === 'user') this.#addUser(line)
    else if (line.type === 'progress') this.#addProgress(line)
  }

  #isWanted(bytes: Buffer, start: number, end: number, offset: number): boolean {
    if (this.facts.rootUuid === undefined || this.facts.cwd === undefined) return true
    if (this.#answer.isIn(bytes, start, end, offset)) return true
    if (this.#result.isIn(bytes, start, end, offset)) return this.#failed.isIn(bytes, start, end, offset)
    if (this.#user.isIn(bytes, start, end, offset)) return true
    return end - start <= LONGEST_FACT_BYTES && isFact(bytes, start, end)
  }

  #addAnswer(line: TranscriptLine): void {
    const message = line.message as { id?: unknown; model?: unknown; usage?: unknown } | undefined
    if (typeof message !== 'object' || message === null) return
    const atMs = toMs(line.timestamp)
    const isCopy = typeof line.forkedFrom === 'object' && line.forkedFrom !== null
    const names: string[] = []
    for (const block of toBlocks(line)) {
      if (block.type !== 'tool_use' || typeof block.id !== 'string' || typeof block.name !== 'string') continue
      const tool = canonicalToolName(block.name)
      this.tools.push({ id: block.id, tool, atMs, isCopy })
      names.push(tool)
    }
    this.counts.toolCalls += names.length
    if (typeof message.id !== 'string') return
    if (!this.#ids.has(message.id)) {
      this.#ids.add(message.id)
      this.counts.assistantMessages++
    }
    if (typeof message.usage !== 'object' || message.usage === null || message.model === '<synthetic>') return
    const requestId = typeof line.requestId === 'string' ? line.requestId : ''
    const key = `${message.id} ${requestId}`
    const before = this.messages.get(key)?.tools
    const tools = [...new Set(before === undefined ? names : [...before, ...names])]
    const model = typeof message.model === 'string' ? message.model : 'unknown'
    this.messages.set(key, { key, atMs, model, isCopy, tools, ...toTokens(message.usage as ApiUsage, model) })
  }

  #addUser(line: TranscriptLine): void {
    const prompt = readPrompt(line)
    if (prompt !== null && !prompt.isCommand && isOfSession(this.facts, line)) this.counts.prompts++
    for (const block of toBlocks(line)) {
      if (block.type !== 'tool_result' || typeof block.tool_use_id !== 'string') continue
      if (block.is_error === true) this.failedToolIds.push(block.tool_use_id)
    }
  }

  #addProgress(line: TranscriptLine): void {
    const agentId = (line.data as { agentId?: unknown } | undefined)?.agentId
    if (typeof agentId === 'string' && typeof line.parentToolUseID === 'string')
      this.agentCalls.set(agentId, line.parentToolUseID)
  }
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
    usd: 'usd' in cost ? cost.usd : null,
  }
}

function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0
}

function toMs(timestamp: unknown): number {
  const ms = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(ms) ? 0 : ms
}
