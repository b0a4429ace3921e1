import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { startSession } from '@quarterdeck/driver'
import { z } from 'zod'

const weather = new McpServer({ name: 'weather', version: '1.0.0' })
weather.registerTool(
  'forecast',
  { description: 'Tells the weather of tomorrow', inputSchema: { city: z.string() } },
  async ({ city }) => ({ content: [{ type: 'text', text: `Rain in ${city}.` }] }),
)

await using session = await startSession({
  cwd: process.cwd(),
  mcpServers: { weather },
  allowedTools: ['mcp__weather__forecast'],
})

const turn = await session.turn('What will the weather be in Oslo tomorrow?')
if (turn.kind === 'result' && turn.result.subtype === 'success') console.log(turn.result.result)
