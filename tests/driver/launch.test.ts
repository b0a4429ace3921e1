import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  CliProcess,
  type FoundCli,
  findCli,
  identifyProcess,
  readCliVersion,
  readSettingsMode,
  type SessionOptions,
  toLaunch,
  toText,
} from '@quarterdeck/driver'
import { serialise, toControlRequest, toDeny, toUserMessage } from '@quarterdeck/protocol'
import {
  CLI_VERSIONS,
  findRealCli,
  type Reply,
  type ScriptedModel,
  startScriptedModel,
  toCliEnv,
  toScriptedPrompt,
} from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

type Wire = { type: string; subtype?: string; request_id: string; request?: { input: unknown } }
interface Named {
  name: string
}
interface Init {
  permissionMode: string
  tools: string[]
  agents: string[]
  mcp_servers: Named[]
  plugins: Named[]
}

describe.each(CLI_VERSIONS)('what a session is started with reaches the real CLI %s', (version) => {
  let home: string
  let project: string
  let model: ScriptedModel
  let cli: FoundCli
  let child: CliProcess | undefined

  beforeEach(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-launch-')))
    project = join(home, 'project')
    mkdirSync(project)
    model = await startScriptedModel()
    cli = findCli({ named: findRealCli(version), env: {}, home })
  })
  afterEach(async () => {
    await child?.stop({ termAfterMs: 1000, killAfterMs: 1000 })
    await model.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  })

  function put(path: string, content: unknown): string {
    const full = join(home, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, typeof content === 'string' ? content : JSON.stringify(content))
    return full
  }

  /** Runs one turn and gives all that was said in it. Whatever is asked, is denied. */
  async function turn(options: Omit<SessionOptions, 'cwd'>, replies: Reply[] = [{ text: 'Done.' }]): Promise<Wire[]> {
    const env = toCliEnv({ home, modelUrl: model.url })
    expect(await readCliVersion(cli, env)).toBe(version)
    const context = {
      version,
      baseEnv: env,
      settingsMode: readSettingsMode({ claudeDir: join(home, '.claude'), cwd: project, ...options }),
    }
    const launch = toLaunch({ cwd: project, ...options }, context)
    const messages: Wire[] = []
    const done = Promise.withResolvers<void>()
    const running = new CliProcess(cli, launch.argv, { cwd: project, env: launch.env, marker: home }, (frame) => {
      if (frame.kind !== 'line') return
      const message: Wire = JSON.parse(toText(frame.bytes))
      messages.push(message)
      if (message.type === 'result') done.resolve()
      if (message.type === 'control_request') running.write(serialise(toDeny({ requestId: message.request_id })))
    })
    child = running
    void running.exited.then((exit) => done.reject(new Error(`It ended: ${JSON.stringify(exit)}`)))
    running.write(serialise(toControlRequest('1', launch.initialize)))
    running.write(serialise(toUserMessage({ content: toScriptedPrompt('Go.', replies), uuid: crypto.randomUUID() })))
    await done.promise
    return messages
  }

  const findInit = (messages: Wire[]) => messages.find(({ subtype }) => subtype === 'init') as unknown as Init
  const findAsked = (messages: Wire[]) =>
    messages.flatMap(({ request }) => (request === undefined ? [] : [request.input]))

  it('several values of one flag, with whatever they hold; rules and folders, within which nobody is asked', async () => {
    const first = put('a, b/x.txt', 'first')
    const second = put('--c d/x.txt', 'second')
    const toPlugin = (name: string) => dirname(dirname(put(`${name}/.claude-plugin/plugin.json`, { name })))
    const asks = (name: string, input: Record<string, unknown>): Reply => ({ tools: [{ name, input }] })
    const server = { command: '/bin/false' }
    const messages = await turn(
      {
        addDirs: [dirname(first), dirname(second)],
        allowedTools: ['Bash(frobnicate a,b)', 'Bash(frobnicate c)'],
        disallowedTools: ['WebFetch', 'Bash(rm a,b)', 'WebSearch'],
        mcpConfig: [put('m.json', { mcpServers: { named: server } }), { mcpServers: { inline: server } }],
        pluginDirs: [toPlugin('p'), toPlugin('q')],
        agents: { reviewer: { description: 'Reviews', prompt: 'Review.' } },
      },
      [
        asks('Read', { file_path: first }),
        asks('Read', { file_path: second }),
        asks('Bash', { command: 'frobnicate a,b' }),
        asks('Bash', { command: 'frobnicate c' }),
        asks('Bash', { command: 'frobnicate d' }),
        { text: 'Done.' },
      ],
    )
    expect(findAsked(messages)).toMatchObject([{ command: 'frobnicate d' }])
    const init = findInit(messages)
    expect(init.permissionMode).toBe('default')
    expect(init.tools).toContain('Bash')
    expect(init.tools).not.toContain('WebFetch')
    expect(init.tools).not.toContain('WebSearch')
    expect(init.mcp_servers.map(({ name }) => name).sort()).toEqual(['inline', 'named'])
    expect(init.plugins.map(({ name }) => name)).toEqual(expect.arrayContaining(['p', 'q']))
    expect(init.agents).toContain('reviewer')
  })

  it('prompts by flag and by initialize, and a schema', async () => {
    const messages = await turn(
      {
        systemPrompt: '--own words',
        appendSystemPrompt: 'and more',
        jsonSchema: { type: 'object', properties: { a: {} } },
      },
      [{ tools: [{ name: 'StructuredOutput', input: { a: 'b' } }] }, { text: 'Done.' }],
    )
    expect(messages.find(({ type }) => type === 'result')).toMatchObject({ structured_output: { a: 'b' } })
    const own: object[] = model.ownRequests.map(({ body }) => body)
    const asked = model.requests.filter((request) => !own.includes(request))
    expect(JSON.stringify(asked.at(-1)?.system)).toContain('--own words\\n\\nand more')
  })

  it('no tools at all, and no mode that asks nobody because a file says so', async () => {
    put('project/.claude/settings.json', { permissions: { defaultMode: 'bypassPermissions' } })
    expect(findInit(await turn({ tools: [], strictMcpConfig: true }))).toMatchObject({
      tools: [],
      permissionMode: 'default',
    })
  })

  it('a marker, by which what a tool left running in a session of its own ends too', async () => {
    const command = `nohup sh -c 'echo $$ > ${home}/pid; trap "" TERM HUP; while :; do sleep 1; done' > /dev/null 2>&1 & while [ ! -s ${home}/pid ]; do sleep 0.05; done`
    await turn({ allowedTools: ['Bash'] }, [{ tools: [{ name: 'Bash', input: { command } }] }, { text: 'Done.' }])
    const pid = Number(readFileSync(join(home, 'pid'), 'utf8'))
    expect(identifyProcess(pid)).not.toBeNull()
    await child?.stop()
    expect(identifyProcess(pid)).toBeNull()
  })

  it('the mode of the settings that it reads', async () => {
    put('.claude/settings.json', { permissions: { defaultMode: 'plan' } })
    put('project/.claude/settings.json', { permissions: { defaultMode: 'acceptEdits' } })
    expect(findInit(await turn({})).permissionMode).toBe('acceptEdits')
    await child?.stop()
    expect(findInit(await turn({ settingSources: ['user'] })).permissionMode).toBe('plan')
  })
})
