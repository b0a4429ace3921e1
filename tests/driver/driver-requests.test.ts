import { join } from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { query, startSession } from '@quarterdeck/driver'
import { CLI_VERSIONS, findRealCli } from '@quarterdeck/testkit'
import { describe, expect, it } from 'vitest'
import { asked, testsWith, textOf, toTouch } from './driver-stage.ts'

describe.concurrent.each(CLI_VERSIONS)('what CLI %s and its host ask each other', (version) => {
  const it = testsWith(version)

  it('a plan is approved with the mode it is carried out in', async ({ stage }) => {
    const plans: unknown[] = []
    const session = await stage.start({
      permissionMode: 'plan',
      onPlan({ input }) {
        plans.push(input)
        return { approve: true, mode: 'acceptEdits' }
      },
    })
    const write = { name: 'Write', input: { file_path: join(stage.project, 'made.txt'), content: 'made\n' } }
    const plan = { name: 'ExitPlanMode', input: { plan: 'Make it.' } }
    stage.script('Plan it.', { tools: [plan] }, { tools: [write] }, { text: 'Carried out.' })
    expect(textOf(await session.turn('Plan it.'))).toBe('Carried out.')
    expect(plans).toHaveLength(1)
    expect(stage.has('made.txt')).toBe(true)
  })

  it('a tool in the host is asked for, runs, fails, and is aborted with its turn', async ({ stage }) => {
    const desk = new McpServer({ name: 'desk', version: '1' })
    const aborted = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    desk.registerTool('ring', {}, () => ({ content: [{ type: 'text', text: 'ding' }] }))
    desk.registerTool('jam', {}, () => {
      throw new Error('The bell is jammed.')
    })
    desk.registerTool('wait', {}, async ({ signal }) => {
      begun.resolve()
      signal.addEventListener('abort', () => aborted.resolve('aborted'))
      return { content: [{ type: 'text', text: await aborted.promise }] }
    })
    const names: string[] = []
    const session = await stage.start({
      mcpServers: { desk },
      onPermission: ({ tool_name }) => {
        names.push(tool_name)
        return { behavior: 'allow' }
      },
    })
    const toCall = (name: string) => ({ tools: [{ name: `mcp__desk__${name}`, input: {} }] })
    const rung = await session.turn(stage.script('Ring.', toCall('ring'), toCall('jam'), { text: 'Rung.' }))
    expect(textOf(rung)).toBe('Rung.')
    expect(names).toEqual(['mcp__desk__ring', 'mcp__desk__jam'])
    expect([stage.knows('ding'), stage.knows('The bell is jammed.')]).toEqual([true, true])
    const status = await session.mcpStatus()
    expect(status.kind === 'ok' && status.response.mcpServers[0]).toMatchObject({ name: 'desk', status: 'connected' })

    const turn = session.turn(stage.script('Wait.', toCall('wait')))
    await begun.promise
    await session.interrupt()
    expect(textOf(await turn)).toBe('error_during_execution')
    expect(await aborted.promise).toBe('aborted')
  })

  it('a hook that takes too long is aborted, and the turn goes on', async ({ stage }) => {
    const aborted = Promise.withResolvers<string>()
    const session = await stage.start({
      hooks: {
        Stop: [
          {
            timeoutSeconds: 1,
            run: (_, { signal }) =>
              new Promise((resolve) => {
                signal.addEventListener('abort', () => {
                  aborted.resolve('aborted')
                  resolve({})
                })
              }),
          },
        ],
      },
    })
    expect(textOf(await session.turn(stage.script('Hello.', { text: 'Good day.' })))).toBe('Good day.')
    expect(await aborted.promise).toBe('aborted')
    expect(session.open).toEqual([])
  })

  it('a prompt that is open is told again by initialize, and handled once all the same', async ({ stage }) => {
    const handled: string[] = []
    const session = await stage.start({
      onPermission: (_, { requestId }) => {
        handled.push(requestId)
        return undefined
      },
    })
    const turn = session.turn(stage.script('Make it.', toTouch('made'), { text: 'Made.' }))
    const requestId = await asked(session, 'Bash')
    expect((await session.request('initialize')).kind).toBe(stage.isNew ? 'ok' : 'refused')
    expect([handled, session.open.length]).toEqual([[requestId], 1])
    await session.allow(requestId)
    expect(textOf(await turn)).toBe('Made.')
  })

  it('a request that is given up leaves the CLI alive', async ({ stage }) => {
    const session = await stage.start()
    const abort = new AbortController()
    const outcome = session.request('mcp_status', {}, { signal: abort.signal })
    abort.abort()
    expect(await outcome).toEqual({ kind: 'cancelled' })
    expect(textOf(await session.turn(stage.script('Still there?', { text: 'Yes.' })))).toBe('Yes.')
  })

  it('one prompt, nobody asked: what is not allowed is denied', async ({ stage }) => {
    stage.script('Make it.', toTouch('made'), { text: 'Not made.' })
    const options = { cwd: stage.project, claude: findRealCli(version), baseEnv: stage.env }
    const outcome = await query('Make it.', options)
    expect(textOf(outcome)).toBe('Not made.')
    expect(stage.has('made')).toBe(false)
    expect(stage.transcript(outcome.sessionId)).not.toEqual([])
  })
})

describe('a form that an MCP server asks for', () => {
  // 2.1.38 does not offer it to servers.
  const it = testsWith('2.1.325')

  it('is filled in by the host', async ({ stage }) => {
    const file = join(import.meta.dirname, '..', '..', 'packages', 'testkit', 'fixtures', 'mcp-server.mjs')
    const session = await stage.start({
      mcpConfig: [{ mcpServers: { desk: { command: process.execPath, args: [file] } } }],
      allowedTools: ['mcp__desk__book'],
      onElicitation: ({ message }) => ({ action: 'accept', content: { room: message === 'Which room?' ? '12' : '0' } }),
    })
    stage.script('Book.', { tools: [{ name: 'mcp__desk__book', input: {} }] }, { text: 'Booked.' })
    expect(textOf(await session.turn('Book.'))).toBe('Booked.')
    expect(stage.knows('Room 12 is booked')).toBe(true)
  })
})

describe('a CLI that is none', () => {
  const cwd = import.meta.dirname

  it.each([
    ['is not there', { claude: '/no/such/claude' }, 'cli_not_found'],
    ['ends at once', { claude: '/bin/false' }, 'cli_unusable'],
    ['is given what contradicts itself', { fork: true as const, claude: findRealCli('2.1.325') }, 'bad_option'],
  ])('%s: an error that says so', async (_, options, code) => {
    await expect(startSession({ cwd, ...options })).rejects.toMatchObject({ name: 'DriverError', code })
  })
})
