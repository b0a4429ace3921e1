import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { describe, expect, it } from 'vitest'
import { FakeLink } from '../session/fixtures/fake-link.ts'
import { Session } from '../session/session.ts'

type Wire = Record<string, unknown>

/** The client's side, as the CLI speaks it: every message is a request of its own. */
function open(server: McpServer) {
  const link = new FakeLink()
  link.start()
  const session = new Session(link, { handlers: { mcpServers: { bell: server } } })
  let count = 0
  const say = (message: Wire, name = 'bell') => {
    const requestId = `m${++count}`
    const request = { subtype: 'mcp_message', server_name: name, message: { jsonrpc: '2.0', ...message } }
    link.cli({ type: 'control_request', request_id: requestId, request })
    return requestId
  }
  const answerTo = async (requestId: string): Promise<Wire> => {
    await session.until(() => session.open.every((request) => request.requestId !== requestId))
    const all = link.written('control_response').map(({ response }) => response as Wire)
    return all.find((response) => response.request_id === requestId) as Wire
  }
  const call = async (method: string, params: Wire = {}) => {
    const response = (await answerTo(say({ id: ++count, method, params }))).response as Wire
    return response.mcp_response as { id: number; result: Wire; error?: Wire }
  }
  return { link, session, say, answerTo, call }
}

function createBell(run: (signal: AbortSignal) => Promise<string>): McpServer {
  const server = new McpServer({ name: 'bell', version: '1' })
  server.registerTool('ring', { description: 'Rings' }, async ({ signal }) => {
    return { content: [{ type: 'text', text: await run(signal) }] }
  })
  return server
}

const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'cli', version: '1' } }

describe('an MCP server inside the host', () => {
  it('is initialized, lists its tools and runs them', async () => {
    const { call, say, answerTo } = open(createBell(async () => 'ding'))
    expect((await call('initialize', client)).result).toMatchObject({ serverInfo: { name: 'bell' } })
    expect((await answerTo(say({ method: 'notifications/initialized' }))).response).toEqual({
      mcp_response: { jsonrpc: '2.0', id: 0, result: {} },
    })
    expect((await call('tools/list')).result).toMatchObject({ tools: [{ name: 'ring' }] })
    expect((await call('tools/call', { name: 'ring' })).result).toMatchObject({ content: [{ text: 'ding' }] })
  })

  it('runs a tool for a host that attached after the handshake', async () => {
    const { call } = open(createBell(async () => 'ding'))
    expect((await call('tools/call', { name: 'ring' })).result).toMatchObject({ content: [{ text: 'ding' }] })
  })

  it('answers what it does not know with an error of its own', async () => {
    const { call } = open(createBell(async () => 'ding'))
    expect((await call('no/such/method')).error).toMatchObject({ code: -32601 })
  })

  it('has its tool aborted when the CLI withdraws the call', async () => {
    const aborted = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    const { say, link } = open(
      createBell((signal) => {
        begun.resolve()
        signal.addEventListener('abort', () => aborted.resolve('aborted'))
        return aborted.promise
      }),
    )
    const requestId = say({ id: 1, method: 'tools/call', params: { name: 'ring' } })
    await begun.promise
    link.cli({ type: 'control_cancel_request', request_id: requestId })
    expect(await aborted.promise).toBe('aborted')
    expect(link.written('control_response')).toEqual([])
  })

  it('tells the CLI of what nobody asked for', async () => {
    const server = createBell(async () => 'ding')
    const { call, link } = open(server)
    await call('initialize', client)
    server.sendToolListChanged()
    await new Promise((resolve) => setImmediate(resolve))
    const sent = link.written('control_request').map(({ request }) => request as Wire)
    expect(sent.at(-1)).toMatchObject({
      subtype: 'mcp_message',
      server_name: 'bell',
      message: { method: 'notifications/tools/list_changed' },
    })
    link.exit('stopped')
  })

  it('that is not there is an error, not a silence', async () => {
    const { say, answerTo } = open(createBell(async () => 'ding'))
    const answer = await answerTo(say({ id: 1, method: 'tools/list' }, 'drum'))
    expect(answer).toMatchObject({ subtype: 'error', error: "There is no MCP server 'drum' in this host." })
  })
})
