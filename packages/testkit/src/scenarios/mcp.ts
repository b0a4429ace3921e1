import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Scenario } from '../scenario-runner/scenario.ts'
import { has, toolResult } from './patterns.ts'

type JsonRpc = { id?: number; method: string; params?: { protocolVersion?: string; arguments?: { name?: string } } }

const SERVER = join(import.meta.dirname, '..', '..', 'fixtures', 'mcp-server.mjs')
const toConfig = (servers: object) => `--mcp-config=${JSON.stringify({ mcpServers: servers })}`

/** What a server inside the host says; a notification wants an empty answer. */
function answerInProcess(message: JsonRpc): object {
  if (message.id === undefined) return { jsonrpc: '2.0', id: 0, result: {} }
  return { jsonrpc: '2.0', id: message.id, result: toResult(message) }
}

function toResult({ method, params }: JsonRpc): object {
  if (method === 'initialize')
    return {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'host', version: '1' },
    }
  if (method === 'tools/list') {
    const inputSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    return { tools: [{ name: 'greet', description: 'Greets someone', inputSchema }] }
  }
  if (method === 'tools/call') return { content: [{ type: 'text', text: `Dear ${params?.arguments?.name}!` }] }
  return {}
}

export const mcpScenarios: Scenario[] = [
  {
    name: 'mcp-in-process',
    title: 'A tool of a server inside the host',
    how: 'initialize.sdkMcpServers and mcp_message, with JSON-RPC answers written by hand',
    async play(cli) {
      const methods: string[] = []
      cli.answer('mcp_message', ({ message }) => {
        methods.push((message as JsonRpc).method)
        return { mcp_response: answerInProcess(message as JsonRpc) }
      })
      await cli.start({ initialize: { sdkMcpServers: ['host'] } })
      cli.say('Greet her.', [{ tools: [{ name: 'mcp__host__greet', input: { name: 'Ada' } }] }, { text: 'Greeted.' }])
      cli.allow(await cli.asked('mcp__host__greet', { input: { name: 'Ada' } }))
      await cli.result()
      cli.saw(toolResult({ content: has('Dear Ada!') }))
      for (const method of ['initialize', 'notifications/initialized', 'tools/list', 'tools/call'])
        assert.ok(methods.includes(method), `${method} should be asked: ${methods}`)
    },
  },
  {
    name: 'mcp-stdio',
    title: 'A tool of a server that the CLI starts',
    how: 'a small Node program named by --mcp-config; one tool works, one fails',
    async play(cli) {
      await cli.start({ argv: [toConfig({ desk: { command: process.execPath, args: [SERVER] } })] })
      cli.say('Use the desk.', [
        { tools: [{ name: 'mcp__desk__ring', input: { times: 2 } }] },
        { tools: [{ name: 'mcp__desk__jam', input: {} }] },
        { text: 'Rung.' },
      ])
      cli.allow(await cli.asked('mcp__desk__ring'))
      cli.allow(await cli.asked('mcp__desk__jam'))
      await cli.result()
      cli.saw({
        type: 'system',
        subtype: 'init',
        mcp_servers: [{ name: 'desk', status: 'connected' }],
        tools: ['mcp__desk__ring'],
      })
      cli.saw(toolResult({ content: has('ding ding') }))
      cli.saw(toolResult({ is_error: true, content: has('The bell is jammed') }))
      const { mcpServers } = await cli.request({ subtype: 'mcp_status' })
      assert.ok(has('"desk"')(mcpServers) || has('desk')(mcpServers))
    },
  },
  {
    name: 'mcp-failing',
    title: 'A server that does not start',
    how: '--mcp-config names a program that ends at once',
    async play(cli) {
      await cli.start({ argv: [toConfig({ broken: { command: process.execPath, args: ['-e', 'process.exit(7)'] } })] })
      await cli.turn('Say hello.', [{ text: 'Hello.' }])
      cli.saw({ type: 'system', subtype: 'init', mcp_servers: [{ name: 'broken', status: 'failed' }] })
    },
  },
  {
    name: 'mcp-elicitation',
    title: 'A server asks the user for something',
    how: 'a tool that sends elicitation/create; the host accepts with content',
    since: { from: '2.1.325', why: '2.1.38 does not offer elicitation to servers' },
    async play(cli) {
      cli.answer('elicitation', () => ({ action: 'accept', content: { room: '12' } }))
      await cli.start({ argv: [toConfig({ desk: { command: process.execPath, args: [SERVER] } })] })
      cli.say('Book a room.', [{ tools: [{ name: 'mcp__desk__book', input: {} }] }, { text: 'Booked.' }])
      cli.allow(await cli.asked('mcp__desk__book'))
      await cli.result()
      cli.saw({
        type: 'control_request',
        request: { subtype: 'elicitation', mcp_server_name: 'desk', message: 'Which room?' },
      })
      cli.saw(toolResult({ content: has('Room 12 is booked') }))
    },
  },
]
