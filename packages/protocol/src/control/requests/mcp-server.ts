import { z } from 'zod'
import { Json, loose, open } from '../../lines/define.ts'

const text = z.string().optional()

const McpServerType = open('stdio', 'sse', 'http', 'sdk', 'claudeai-proxy')

/** How a server is started or reached; without a type it is a command. */
export const McpServerConfig = loose({
  type: McpServerType.optional(),
  command: text,
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  url: text,
  headers: z.record(z.string(), z.string()).optional(),
  name: text,
  timeout: z.number().optional(),
})
export type McpServerConfig = z.infer<typeof McpServerConfig>

export const McpTool = loose({
  name: z.string(),
  description: text,
  annotations: loose({
    readOnly: z.boolean().optional(),
    destructive: z.boolean().optional(),
    openWorld: z.boolean().optional(),
  }).optional(),
  _meta: Json.optional(),
})
export type McpTool = z.infer<typeof McpTool>

export const McpServerStatus = loose({
  name: z.string(),
  status: open('connected', 'failed', 'needs-auth', 'pending', 'disabled'),
  serverInfo: loose({ name: text, version: text }).optional(),
  error: z.string().nullish(),
  error_code: text,
  config: McpServerConfig.optional(),
  transport: text,
  urlHost: text,
  scope: text,
  source: text,
  tools: z.array(McpTool).optional(),
  toolCount: z.number().optional(),
  capabilities: Json.optional(),
  sessionProxied: z.boolean().optional(),
  cloudServiceProvided: z.boolean().optional(),
})
export type McpServerStatus = z.infer<typeof McpServerStatus>
