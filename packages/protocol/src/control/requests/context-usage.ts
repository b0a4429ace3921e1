import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'
import { Usage } from '../../usage.ts'
import { fromHost } from '../control-entry.ts'

const text = z.string().optional()
const flag = z.boolean().optional()
const count = z.number().optional()
const tokens = z.number()

const ContextCategory = loose({
  id: open(
    'system_prompt',
    'system_tools',
    'mcp_tools',
    'mcp_instructions',
    'mcp_tools_deferred',
    'system_tools_deferred',
    'custom_agents',
    'memory_files',
    'skills',
    'messages',
    'autocompact_buffer',
    'compact_buffer',
    'free_space',
  ).optional(),
  name: z.string(),
  tokens,
  color: text,
  kind: open('used', 'free', 'buffer', 'deferred').optional(),
  isDeferred: flag,
})
export type ContextCategory = z.infer<typeof ContextCategory>

const Named = loose({ name: z.string(), tokens })

const GridSquare = loose({
  color: text,
  isFilled: flag,
  categoryName: text,
  tokens: count,
  percentage: count,
  squareFullness: count,
})

const SkillTokens = loose({ name: z.string(), source: text, pluginName: text, pluginId: text, path: text, tokens })

/** What fills the context window: /context as data. `detail: 'full'` also brings the tools, sections and messages by kind. */
export const ContextUsage = loose({
  categories: z.array(ContextCategory),
  totalTokens: tokens,
  maxTokens: tokens,
  rawMaxTokens: count,
  percentage: count,
  model: text,
  isAutoCompactEnabled: flag,
  autoCompactThreshold: count,
  autocompactSource: text,
  gridRows: z.array(z.array(GridSquare)).optional(),
  memoryFiles: z.array(loose({ path: z.string(), type: text, tokens })).optional(),
  mcpTools: z.array(loose({ name: z.string(), serverName: text, tokens, isLoaded: flag })).optional(),
  mcpInstructions: z.array(loose({ serverName: z.string(), tokens })).optional(),
  deferredBuiltinTools: z.array(loose({ name: z.string(), tokens, isLoaded: flag })).optional(),
  systemTools: z.array(Named).optional(),
  systemPromptSections: z.array(Named).optional(),
  agents: z.array(loose({ agentType: z.string(), source: text, pluginId: text, path: text, tokens })).optional(),
  slashCommands: loose({ totalCommands: count, includedCommands: count, tokens: count }).optional(),
  skills: loose({
    totalSkills: count,
    includedSkills: count,
    tokens: count,
    skillFrontmatter: z.array(SkillTokens).optional(),
  }).optional(),
  messageBreakdown: loose({
    toolCallTokens: count,
    toolResultTokens: count,
    attachmentTokens: count,
    assistantMessageTokens: count,
    userMessageTokens: count,
    redirectedContextTokens: count,
    unattributedTokens: count,
    toolCallsByType: z.array(loose({ name: z.string(), callTokens: count, resultTokens: count })).optional(),
    attachmentsByType: z.array(Named).optional(),
  }).optional(),
  apiUsage: Usage.nullish(),
})
export type ContextUsage = z.infer<typeof ContextUsage>

export const contextUsageRequests = {
  get_context_usage: fromHost(
    'get_context_usage',
    { detail: open('summary', 'full').optional() },
    ContextUsage,
    'published',
    'Fills the context meter and its breakdown.',
  ),
} as const
