import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../../../scripts/rows.ts'
import { AskingStage } from '../../asking-stage.ts'

/** Stands in everything that must not get through. */
const CANARY = 'CANARY'
const BYPASS = 'bypassPermissions'

/** What no caller may have, whatever the server was started with. */
const NEVER_START: object[] = [
  { env: { PATH: CANARY } },
  { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: CANARY }] }] } },
  ...['executable', 'executableArgs', 'pathToClaudeCodeExecutable', 'extraArgs', 'claude', 'shell'].map((key) => ({
    [key]: [CANARY],
  })),
  ...['dangerouslySkipPermissions', 'allowDangerouslySkipPermissions', 'allowBypass'].map((key) => ({ [key]: true })),
  ...['systemPromptFile', 'appendSystemPromptFile', 'debugFile', 'projectConfigRoot'].map((key) => ({
    [key]: `/tmp/${CANARY}`,
  })),
  { sdkMcpServers: [CANARY] },
  { toolAliases: { Read: CANARY } },
  { permissionMode: 'BypassPermissions' },
  { permissionMode: ` ${BYPASS}` },
  { allowedTools: ['*'] },
  { allowedTools: [`Bash(a) mcp__${CANARY}__x (b)`] },
  { allowedTools: [`Read,mcp__${CANARY}`] },
  { model: `--mcp-config=${CANARY}` },
  { resume: `/tmp/${CANARY}.jsonl` },
  { agent: `../${CANARY}` },
  { settings: `/tmp/${CANARY}.json` },
  { settings: { env: { A: CANARY } } },
  { settings: { hooks: { Stop: [CANARY] } } },
  { settings: { apiKeyHelper: CANARY } },
  { settings: { statusLine: { type: 'command', command: CANARY } } },
  { agents: { a: { description: 'x', prompt: 'x', hooks: { Stop: [CANARY] } } } },
  { mcpConfig: `/tmp/${CANARY}.json` },
]

const ONLY_WITH_CONFIG: object[] = [
  { settings: { outputStyle: CANARY } },
  { mcpConfig: { mcpServers: { x: { command: CANARY } } } },
  { agents: { a: { description: CANARY, prompt: CANARY } } },
  { pluginDirs: ['/tmp'] },
  { settingSources: ['user'] },
  { allowedTools: [`mcp__${CANARY}__x`] },
]

const ONLY_WITH_BYPASS: object[] = [{ permissionMode: BYPASS }]

const NEVER_CONTROL: object[] = [
  { subtype: 'initialize', hooks: { Stop: [CANARY] } },
  { subtype: 'initialize', systemPrompt: [CANARY] },
  { subtype: 'hook_callback', callback_id: CANARY },
  { subtype: 'mcp_message', server_name: CANARY, message: {} },
  { subtype: 'mcp_call', tool: CANARY },
  { subtype: 'read_file', path: `/etc/${CANARY}` },
  { subtype: 'set_cwd', path: `/tmp/${CANARY}`, trust_accepted: true },
  { subtype: 'end_session', reason: CANARY },
  { subtype: 'start_shell_task', command: CANARY },
  { subtype: 'claude_authenticate', consoleProfile: CANARY },
  { subtype: 'remote_control', enabled: true, name: CANARY },
  { subtype: 'set_permission_mode', mode: 'plan', [CANARY]: 1 },
  { subtype: 'set_model', model: 'opus', system_prompt: CANARY },
  { subtype: 'rename_session', title: 'x', session_id: CANARY },
  { subtype: 'mcp_authenticate', serverName: 'x', redirectUri: `https://${CANARY}` },
  { subtype: 'register_repo_root', directory: `/tmp/${CANARY}` },
  { subtype: 'register_repo_root', directory: '/etc' },
  { subtype: 'apply_flag_settings', settings: { env: { A: CANARY } } },
  { subtype: 'apply_flag_settings', settings: { hooks: { Stop: [CANARY] } } },
  { subtype: 'brand_new_request', x: CANARY },
]

const ONLY_WITH_CONFIG_CONTROL: object[] = [
  { subtype: 'mcp_set_servers', servers: { x: { command: CANARY } } },
  { subtype: 'apply_flag_settings', settings: { outputStyle: CANARY } },
  { subtype: 'update_settings', source: 'userSettings', settings: { outputStyle: CANARY } },
  { subtype: 'get_settings' },
  { subtype: 'reload_plugins' },
]

const ONLY_WITH_BYPASS_CONTROL: object[] = [{ subtype: 'set_permission_mode', mode: BYPASS }]

const rule = (toolName: string, more: object = {}) => ({
  ...{ type: 'addRules', behavior: 'allow', destination: 'session', rules: [{ toolName }] },
  ...more,
})

const NEVER_PERMISSIONS: object[] = [
  { type: 'addDirectories', directories: ['/etc'], destination: 'session' },
  rule('Bash', { destination: 'cliArg' }),
  rule('Bash', { destination: CANARY }),
  rule('*'),
  rule('Bash', { rules: [{ toolName: 'Bash', ruleContent: `x) ${CANARY} (` }] }),
  rule('Bash', { rules: [{ toolName: 'Bash', hooks: CANARY }] }),
  { type: 'addHooks', hooks: CANARY, destination: 'session' },
]

const ONLY_WITH_CONFIG_PERMISSIONS: object[] = [
  rule(`mcp__${CANARY}__x`),
  rule('Bash', { destination: 'userSettings' }),
  rule('Bash', { destination: 'projectSettings' }),
  rule('Bash', { type: 'removeRules', behavior: 'deny' }),
  rule('Bash', { type: 'replaceRules', behavior: 'deny' }),
  { type: 'setMode', mode: 'acceptEdits', destination: 'userSettings' },
]

const ONLY_WITH_BYPASS_PERMISSIONS: object[] = [{ type: 'setMode', mode: BYPASS, destination: 'session' }]

interface Attempt {
  door: string
  wish: object
  make(): Promise<{ status: number; code: string | undefined }>
}

/** One server, all doors; gives what got through of what must not, or was not written down. */
async function attack(flags: string[], without: { config: boolean; bypass: boolean }) {
  const stage = await AskingStage.set(...flags)
  try {
    const device = await stage.pair('Attacker')
    const sessionId = await stage.begin()
    const [prompt] = await stage.open(sessionId, [{ id: 'open', tool_name: 'Bash', input: { command: 'true' } }])
    const before = stage.starts.length
    const choose = (never: object[], config: object[], bypass: object[]) => [
      ...never,
      ...(without.config ? config : []),
      ...(without.bypass ? bypass : []),
    ]
    const controls = choose(NEVER_CONTROL, ONLY_WITH_CONFIG_CONTROL, ONLY_WITH_BYPASS_CONTROL)
    const updates = choose(NEVER_PERMISSIONS, ONLY_WITH_CONFIG_PERMISSIONS, ONLY_WITH_BYPASS_PERMISSIONS)
    const http = async (path: string, body: object) => {
      const answer = await stage.ask('POST', path, body, device.headers)
      return { status: answer.status, code: (answer.json() as { error?: { code: string } }).error?.code }
    }
    const at = `/api/claude/sessions/${sessionId}`
    const socket = await openSocket(stage, `${at}/subscribe`)
    const decision = (update: object) => ({ behavior: 'allow', updatedPermissions: [update] })
    const attempts: Attempt[] = [
      ...choose(NEVER_START, ONLY_WITH_CONFIG, ONLY_WITH_BYPASS).map((wish) => ({
        ...{ door: 'start', wish },
        make: () => http('/api/claude/sessions', { cwd: stage.project, trust: true, ...wish }),
      })),
      ...[{ cwd: '/etc' }, { cwd: stage.project, addDirs: ['/etc'] }].map((wish) => ({
        ...{ door: 'start', wish },
        make: () => http('/api/claude/sessions', wish),
      })),
      ...controls.map((wish) => ({ door: 'control', wish, make: () => http(`${at}/control`, wish) })),
      ...controls.map((wish) => ({ door: 'socket', wish, make: () => socket.control(wish) })),
      ...updates.map((wish) => ({
        ...{ door: 'updatedPermissions', wish },
        make: () => http(`${at}/permission`, { request_id: prompt?.requestId, ...decision(wish) }),
      })),
      ...updates.map((wish) => ({
        ...{ door: 'updatedPermissions by socket', wish },
        make: () => socket.respond(String(prompt?.requestId), decision(wish)),
      })),
    ]
    const wrong: string[] = []
    for (const { door, wish, make } of attempts) {
      const { status, code } = await make()
      const isRefused = code === 'not_allowed' || code === 'bad_request' || code === 'untrusted_folder'
      if (!isRefused) wrong.push(`${door} ${JSON.stringify(wish)} was answered with ${status} ${code}`)
    }
    socket.close()
    const told = readFileSync(join(stage.home, 'stdin.ndjson'), 'utf8')
    if (told.includes(CANARY) || told.includes(BYPASS)) wrong.push('it reached the CLI')
    if (stage.starts.length !== before) wrong.push(`${stage.starts.length - before} processes were started`)
    if (stage.answers.size > 0) wrong.push('the prompt was answered')
    const refusals = (await stage.audit()).filter(({ event }) => event === 'refusal').length
    // What is not even of the right shape is refused before anybody is asked.
    if (refusals < attempts.length * 0.8)
      wrong.push(`only ${refusals} of ${attempts.length} refusals were written down`)
    return { wrong, attempts: attempts.length, refusals }
  } finally {
    await stage.clear()
  }
}

interface Said {
  status: number
  code: string | undefined
}

/** A client of the session's socket that makes requests and answers prompts. */
async function openSocket(stage: AskingStage, path: string) {
  const headers = { authorization: `Bearer ${stage.server.token}` }
  // Node's own client takes headers, as programs send them.
  const socket = new WebSocket(`${stage.server.url.replace('http', 'ws')}${path}?tail=1`, {
    headers,
    protocols: ['quarterdeck.v1'],
  } as never)
  const waiting: ((said: Said) => void)[] = []
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('The socket did not open.'))
  })
  socket.onmessage = ({ data }) => {
    const said = JSON.parse(String(data))
    if (said.type === 'error') waiting.shift()?.({ status: 0, code: said.error.code })
    else if (said.type === 'control_response' && String(said.response.request_id).startsWith('mine-'))
      waiting.shift()?.({ status: 0, code: said.response.code })
  }
  const send = (message: object) =>
    new Promise<Said>((resolve) => {
      waiting.push(resolve)
      socket.send(JSON.stringify(message))
    })
  return {
    control: (request: object) => send({ type: 'control_request', request_id: `mine-${crypto.randomUUID()}`, request }),
    respond: (requestId: string, response: object) =>
      send({ type: 'control_response', response: { subtype: 'success', request_id: requestId, response } }),
    close: () => socket.close(),
  }
}

export default {
  id: 'S13',
  title: 'client-chosen power, through all four doors',
  async run({ quick }) {
    const servers: [string[], { config: boolean; bypass: boolean }][] = [
      [[], { config: true, bypass: true }],
      ...(quick
        ? []
        : ([
            [['--allow-config'], { config: false, bypass: true }],
            [['--allow-bypass'], { config: true, bypass: false }],
            [['--allow-config', '--allow-bypass'], { config: false, bypass: false }],
          ] as [string[], { config: boolean; bypass: boolean }][])),
    ]
    const wrong: string[] = []
    let attempts = 0
    let refusals = 0
    for (const [flags, without] of servers) {
      const found = await attack(flags, without)
      wrong.push(...found.wrong.map((problem) => `${flags.join(' ') || 'plain'}: ${problem}`))
      attempts += found.attempts
      refusals += found.refusals
    }
    return {
      passed: wrong.length === 0,
      bar: 'refused and written down',
      found:
        wrong.length === 0
          ? `${attempts} attempts refused, ${refusals} of them by the policy`
          : wrong.slice(0, 6).join('; '),
      figures: { attempts, refusals, wrong: wrong.length },
    }
  },
} satisfies Row
