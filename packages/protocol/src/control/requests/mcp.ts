import { z } from 'zod'
import { Json, loose } from '../../lines/define.ts'
import { PermissionMode } from '../../permissions/permission.ts'
import { Done, fromHost } from '../control-entry.ts'
import { McpServerConfig, McpServerStatus } from './mcp-server.ts'

const text = z.string().optional()
const flag = z.boolean().optional()
const serverName = z.string()

const mcpCall = {
  tool: z.string(),
  arguments: Json.optional(),
  expires_at: text,
  timeout_ms: z.number().optional(),
  result_not_for_model: flag,
  check_permissions: flag,
  input_files: z.array(Json).optional(),
  output_files: z.array(Json).optional(),
}

const McpCallResult = loose({
  content: z.unknown(),
  structuredContent: Json.optional(),
  _meta: Json.optional(),
  staging: Json.optional(),
})

const McpResourceContents = loose({ uri: z.string(), mimeType: text, text, blob: text, _meta: Json.optional() })

export const mcpRequests = {
  mcp_status: fromHost(
    'mcp_status',
    { liveReply: flag },
    loose({ mcpServers: z.array(McpServerStatus) }),
    'documented',
    'Lists the MCP servers with their state and tools. 2.1.38 may list one server twice.',
  ),
  mcp_set_servers: fromHost(
    'mcp_set_servers',
    { servers: z.record(z.string(), McpServerConfig) },
    loose({
      added: z.array(z.string()).optional(),
      removed: z.array(z.string()).optional(),
      errors: z.record(z.string(), z.string()).optional(),
    }),
    'documented',
    'Replaces the servers that the host added: those inside the host are removed too unless they are named again.',
  ),
  mcp_reconnect: fromHost('mcp_reconnect', { serverName }, Done, 'documented', 'Connects a failed server once more.'),
  mcp_toggle: fromHost(
    'mcp_toggle',
    { serverName, enabled: z.boolean() },
    Done,
    'documented',
    'Turns a server on or off.',
  ),
  mcp_call: fromHost(
    'mcp_call',
    mcpCall,
    McpCallResult,
    'published',
    'Not sent by itself: it calls a tool past the permission rules. Passed on when a client asks and may.',
  ),
  mcp_read_resource: fromHost(
    'mcp_read_resource',
    { serverName, uri: z.string() },
    loose({ contents: z.array(McpResourceContents) }),
    'published',
    'Reads what an MCP tool wants shown beside its result.',
  ),
  set_mcp_permission_mode_override: fromHost(
    'set_mcp_permission_mode_override',
    {
      serverName,
      mode: PermissionMode.nullable(),
      askForTools: z.array(loose({ name: z.string() })).nullish(),
    },
    loose({ warning: text }),
    'declared',
    'Makes one server ask more often than the session does; it cannot make it ask less.',
  ),
} as const
