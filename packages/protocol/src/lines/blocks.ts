import { z } from 'zod'
import { byWord } from './by-word.ts'
import { loose, open } from './define.ts'

export const TextBlock = loose({ type: z.literal('text'), text: z.string(), citations: z.array(z.unknown()).nullish() })
export type TextBlock = z.infer<typeof TextBlock>

export const ThinkingBlock = loose({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string().optional(),
})
export type ThinkingBlock = z.infer<typeof ThinkingBlock>

export const RedactedThinkingBlock = loose({ type: z.literal('redacted_thinking'), data: z.string() })
export type RedactedThinkingBlock = z.infer<typeof RedactedThinkingBlock>

export const ToolUseBlock = loose({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
})
export type ToolUseBlock = z.infer<typeof ToolUseBlock>

const Source = loose({
  type: open('base64', 'url', 'text', 'content', 'file'),
  media_type: z.string().optional(),
  data: z.string().optional(),
  url: z.string().optional(),
  file_id: z.string().optional(),
})

export const ImageBlock = loose({ type: z.literal('image'), source: Source })
export type ImageBlock = z.infer<typeof ImageBlock>

export const DocumentBlock = loose({
  type: z.literal('document'),
  source: Source,
  title: z.string().nullish(),
  context: z.string().nullish(),
})
export type DocumentBlock = z.infer<typeof DocumentBlock>

/** A tool's result may hold text, images, documents, references: whatever it is, it has a type. */
const ResultPart = loose({
  type: z.string(),
  text: z.string().optional(),
  /** Of a search result it is an address, of an image or document an object. */
  source: z.union([z.string(), Source]).optional(),
})

export const ToolResultBlock = loose({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(ResultPart)]).nullish(),
  is_error: z.boolean().nullish(),
})
export type ToolResultBlock = z.infer<typeof ToolResultBlock>

export const ServerToolUseBlock = loose({
  type: z.literal('server_tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
})
export type ServerToolUseBlock = z.infer<typeof ServerToolUseBlock>

function serverResult<T extends string>(type: T) {
  return loose({ type: z.literal(type), tool_use_id: z.string(), content: z.unknown() })
}

export const WebSearchToolResultBlock = serverResult('web_search_tool_result')
export type WebSearchToolResultBlock = z.infer<typeof WebSearchToolResultBlock>
export const WebFetchToolResultBlock = serverResult('web_fetch_tool_result')
export type WebFetchToolResultBlock = z.infer<typeof WebFetchToolResultBlock>
export const CodeExecutionToolResultBlock = serverResult('code_execution_tool_result')
export type CodeExecutionToolResultBlock = z.infer<typeof CodeExecutionToolResultBlock>
export const BashCodeExecutionToolResultBlock = serverResult('bash_code_execution_tool_result')
export type BashCodeExecutionToolResultBlock = z.infer<typeof BashCodeExecutionToolResultBlock>
export const TextEditorCodeExecutionToolResultBlock = serverResult('text_editor_code_execution_tool_result')
export type TextEditorCodeExecutionToolResultBlock = z.infer<typeof TextEditorCodeExecutionToolResultBlock>
export const ToolSearchToolResultBlock = serverResult('tool_search_tool_result')
export type ToolSearchToolResultBlock = z.infer<typeof ToolSearchToolResultBlock>
export const McpToolResultBlock = serverResult('mcp_tool_result')
export type McpToolResultBlock = z.infer<typeof McpToolResultBlock>

export const McpToolUseBlock = loose({
  type: z.literal('mcp_tool_use'),
  id: z.string(),
  name: z.string(),
  server_name: z.string().optional(),
  input: z.unknown(),
})
export type McpToolUseBlock = z.infer<typeof McpToolUseBlock>

export const AdvisorToolResultBlock = serverResult('advisor_tool_result')
export type AdvisorToolResultBlock = z.infer<typeof AdvisorToolResultBlock>

/** The API's own summary of what came before. */
export const CompactionBlock = loose({ type: z.literal('compaction'), content: z.string().nullish() })
export type CompactionBlock = z.infer<typeof CompactionBlock>

export const FallbackBlock = loose({ type: z.literal('fallback') })
export type FallbackBlock = z.infer<typeof FallbackBlock>

export const McpToolListingBlock = loose({ type: z.literal('mcp_tool_listing') })
export type McpToolListingBlock = z.infer<typeof McpToolListingBlock>

export const SearchResultBlock = loose({
  type: z.literal('search_result'),
  source: z.string(),
  title: z.string().optional(),
  content: z.unknown(),
})
export type SearchResultBlock = z.infer<typeof SearchResultBlock>

export const ContainerUploadBlock = loose({ type: z.literal('container_upload'), file_id: z.string() })
export type ContainerUploadBlock = z.infer<typeof ContainerUploadBlock>

export const contentBlocks = {
  text: TextBlock,
  thinking: ThinkingBlock,
  redacted_thinking: RedactedThinkingBlock,
  tool_use: ToolUseBlock,
  tool_result: ToolResultBlock,
  image: ImageBlock,
  document: DocumentBlock,
  server_tool_use: ServerToolUseBlock,
  web_search_tool_result: WebSearchToolResultBlock,
  web_fetch_tool_result: WebFetchToolResultBlock,
  code_execution_tool_result: CodeExecutionToolResultBlock,
  bash_code_execution_tool_result: BashCodeExecutionToolResultBlock,
  text_editor_code_execution_tool_result: TextEditorCodeExecutionToolResultBlock,
  tool_search_tool_result: ToolSearchToolResultBlock,
  mcp_tool_use: McpToolUseBlock,
  mcp_tool_result: McpToolResultBlock,
  container_upload: ContainerUploadBlock,
  advisor_tool_result: AdvisorToolResultBlock,
  compaction: CompactionBlock,
  fallback: FallbackBlock,
  mcp_tool_listing: McpToolListingBlock,
  search_result: SearchResultBlock,
} as const

/** A content block. A newer CLI may send other types than these: every `switch` on `type` needs a default. */
export type ContentBlock = z.infer<(typeof contentBlocks)[keyof typeof contentBlocks]>

export const ContentBlock = byWord<ContentBlock>('type', contentBlocks)

/** What stands in `message.content`: a plain string or a list of blocks. */
export const Content = z.union([z.string(), z.array(ContentBlock)])
export type Content = z.infer<typeof Content>
