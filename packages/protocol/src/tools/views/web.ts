import { z } from 'zod'
import { loose } from '../../lines/define.ts'
import { byKind } from '../by-kind.ts'

export const WebFetchInput = loose({
  url: z.string(),
  prompt: z.string().optional(),
  offset: z.number().optional(),
})
export type WebFetchInput = z.infer<typeof WebFetchInput>

export const WebFetchResult = loose({
  /** What the prompt made of the page. */
  result: z.string(),
  url: z.string().optional(),
  code: z.number().optional(),
  codeText: z.string().optional(),
  bytes: z.number().optional(),
  durationMs: z.number().optional(),
})
export type WebFetchResult = z.infer<typeof WebFetchResult>

export const WebSearchInput = loose({
  query: z.string(),
  allowed_domains: z.array(z.string()).optional(),
  blocked_domains: z.array(z.string()).optional(),
})
export type WebSearchInput = z.infer<typeof WebSearchInput>

const Link = loose({ url: z.string(), title: z.string().optional(), snippet: z.string().optional() })

const Links = loose({ tool_use_id: z.string().optional(), content: z.array(Link) })

/** `results` mixes what was found with what the model says of it. */
export const WebSearchResult = loose({
  results: z.array(byKind({ text: z.string(), object: Links })),
  query: z.string().optional(),
  durationSeconds: z.number().optional(),
  searchCount: z.number().optional(),
})
export type WebSearchResult = z.infer<typeof WebSearchResult>
