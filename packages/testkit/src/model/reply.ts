/** One answer of the scripted model. A script is a list of them: the first answers the prompt, the next its tool results, and so on. */
export interface Reply {
  thinking?: string
  /** Thinking that the API keeps to itself: only its ciphertext travels. */
  redactedThinking?: string
  text?: string
  /** Content blocks as they are, after the text: for server tools and whatever has no field here. */
  blocks?: ({ type: string } & Record<string, unknown>)[]
  /** Several at once are run in parallel, where the CLI does that. */
  tools?: { name: string; input: Record<string, unknown>; id?: string }[]
  /** 'tool_use' with tools, else 'end_turn', unless said otherwise. */
  stopReason?: string
  usage?: ReplyUsage
  /** Pause before each delta, so that a test can act while the text streams. */
  delayMs?: number
  /** Held before its first byte, until `release`: the CLI waits for the API. */
  isHeldBack?: true
  /** Send this many deltas and then nothing, until the model is told to go on (`release`). */
  holdAfterDeltas?: number
  /** What happens, one per request, before this reply is given at last. */
  failures?: Failure[]
  /** Answer with this HTTP status and an API error instead of a message, however often the CLI asks. */
  errorStatus?: number
}

/** An HTTP error, or a connection that breaks in the middle of the stream. */
export type Failure = { status: number; retryAfterSeconds?: number; message?: string } | { cutAfterDeltas: number }

export interface ReplyUsage {
  input?: number
  output?: number
  cacheCreation5m?: number
  cacheCreation1h?: number
  cacheRead?: number
  webSearches?: number
}

/** A message as the CLI posts it. */
export interface ApiMessage {
  role: string
  content: string | ({ type: string; text?: string } & Record<string, unknown>)[]
}

/** A reply, or how to make it from the conversation so far, where it depends on what the CLI said. */
export type Step = Reply | ((messages: ApiMessage[]) => Reply)
