import { z } from 'zod'
import { loose } from './lines/define.ts'

const count = z.number().nullish()

/** Token counts of one API message, as the Messages API spells them. */
export const Usage = loose({
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  cache_creation: loose({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }).nullish(),
  server_tool_use: loose({ web_search_requests: count, web_fetch_requests: count }).nullish(),
  output_tokens_details: loose({ thinking_tokens: count }).nullish(),
  service_tier: z.string().nullish(),
  speed: z.string().nullish(),
})
export type Usage = z.infer<typeof Usage>

/** Totals of one model over the life of a process, as the CLI counts them. */
export const ModelUsage = loose({
  inputTokens: z.number(),
  outputTokens: z.number(),
  thinkingTokens: z.number().optional(),
  cacheReadInputTokens: z.number().optional(),
  cacheCreationInputTokens: z.number().optional(),
  cacheCreationEphemeral5mInputTokens: z.number().optional(),
  cacheCreationEphemeral1hInputTokens: z.number().optional(),
  webSearchRequests: z.number().optional(),
  costUSD: z.number().optional(),
  contextWindow: z.number().optional(),
  maxOutputTokens: z.number().optional(),
  canonicalModel: z.string().optional(),
  provider: z.string().optional(),
  costBasis: z.string().optional(),
})
export type ModelUsage = z.infer<typeof ModelUsage>
