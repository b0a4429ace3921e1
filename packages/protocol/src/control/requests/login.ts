import { z } from 'zod'
import { loose, open } from '../../lines/define.ts'
import { AccountInfo } from '../catalogue.ts'
import { Done, fromHost } from '../control-entry.ts'

const text = z.string().optional()
const flag = z.boolean().optional()
const serverName = z.string()

/** Without `authUrl` there is nothing to do: the server let us in. */
const McpAuthenticateResult = loose({
  authUrl: text,
  requiresUserAction: flag,
  callbackExpected: flag,
  redirectScheme: open('localhost', 'custom').optional(),
  callbackPort: z.number().optional(),
  state: text,
})

const LoggedIn = loose({ account: AccountInfo.optional() })

export const loginRequests = {
  mcp_authenticate: fromHost(
    'mcp_authenticate',
    { serverName, redirectUri: text, redirectUriOnly: flag, liveReply: flag },
    McpAuthenticateResult,
    'declared',
    'Begins the login of an MCP server and shows the address where it goes on.',
  ),
  mcp_oauth_callback_url: fromHost(
    'mcp_oauth_callback_url',
    { serverName, callbackUrl: z.string() },
    Done,
    'declared',
    'Hands over the address the browser ended on, where the CLI cannot be reached from that browser.',
  ),
  mcp_clear_auth: fromHost('mcp_clear_auth', { serverName }, Done, 'declared', 'Logs out of an MCP server.'),
  claude_authenticate: fromHost(
    'claude_authenticate',
    { loginWithClaudeAi: flag, consoleProfile: flag },
    loose({ manualUrl: z.string(), automaticUrl: text }),
    'declared',
    'Begins the login of the CLI and shows the address where it goes on.',
  ),
  claude_oauth_callback: fromHost(
    'claude_oauth_callback',
    { authorizationCode: z.string(), state: z.string() },
    LoggedIn,
    'declared',
    'Hands over the code that the login page showed; it is never kept.',
  ),
  claude_oauth_wait_for_completion: fromHost(
    'claude_oauth_wait_for_completion',
    {},
    LoggedIn,
    'declared',
    'Waits until the login is done, and then shows whose it is.',
  ),
} as const
