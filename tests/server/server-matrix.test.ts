import { join } from 'node:path'
import { identifyProcess } from '@quarterdeck/driver'
import { CLI_VERSIONS, type Reply } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Door, Transport } from './matrix/door.ts'
import { HttpDoor } from './matrix/http-door.ts'
import { LiveDoor } from './matrix/live-door.ts'
import { MatrixStage } from './matrix/matrix-stage.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const TRANSPORTS: readonly Transport[] = ['HTTP', 'subscribe', 'live', 'bridge']
const yes = true
const NO_CONTROL = 'the bridge has no control requests'
const NO_EDIT = 'the bridge approves what was asked, and nothing else'

/** Everything that can be done in a session, by every way to do it: true where it is tested below, else why there is nothing to test. */
const CELLS = {
  streaming: { HTTP: 'HTTP gives messages when they are complete', subscribe: yes, live: yes, bridge: yes },
  'approval: allow': { HTTP: yes, subscribe: yes, live: yes, bridge: yes },
  'approval: edited': { HTTP: yes, subscribe: yes, live: yes, bridge: NO_EDIT },
  'approval: always': { HTTP: yes, subscribe: yes, live: yes, bridge: yes },
  'approval: deny': { HTTP: yes, subscribe: yes, live: yes, bridge: yes },
  'approval: deny and stop': { HTTP: yes, subscribe: yes, live: yes, bridge: 'the bridge has no word for it' },
  'approval: second answer refused': { HTTP: yes, subscribe: yes, live: yes, bridge: yes },
  question: { HTTP: yes, subscribe: yes, live: yes, bridge: yes },
  plan: { HTTP: yes, subscribe: yes, live: yes, bridge: yes },
  interrupt: { HTTP: yes, subscribe: yes, live: yes, bridge: 'the bridge has no word for it' },
  queue: { HTTP: yes, subscribe: yes, live: yes, bridge: yes },
  'model change': { HTTP: yes, subscribe: yes, live: yes, bridge: NO_CONTROL },
  'mode change': { HTTP: yes, subscribe: yes, live: yes, bridge: NO_CONTROL },
  'MCP status and toggle': { HTTP: yes, subscribe: yes, live: yes, bridge: NO_CONTROL },
  'rewind with dry run': { HTTP: yes, subscribe: yes, live: yes, bridge: NO_CONTROL },
  'stop a task': { HTTP: yes, subscribe: yes, live: yes, bridge: NO_CONTROL },
  'image upload': { HTTP: yes, subscribe: yes, live: yes, bridge: 'the bridge takes text' },
  'slash command': { HTTP: yes, subscribe: yes, live: yes, bridge: yes },
  'background subagent and a turn that starts by itself': { HTTP: yes, subscribe: yes, live: yes, bridge: yes },
  resume: { HTTP: yes, subscribe: yes, live: yes, bridge: yes },
  fork: {
    HTTP: yes,
    subscribe: 'it looks at a session that is there',
    live: yes,
    bridge: 'the bridge has no word for it',
  },
  '/clear': { HTTP: yes, subscribe: yes, live: yes, bridge: yes },
} as const satisfies Readonly<Record<string, Readonly<Record<Transport, true | string>>>>

type Item = keyof typeof CELLS
type Play = (door: Door, stage: MatrixStage) => Promise<void>

const touch = (name: string): Reply => ({
  tools: [{ name: 'Bash', input: { command: `touch ${name}`, description: 'Make a file' } }],
})

const PLAYS: Readonly<Record<Item, Play>> = {
  async streaming(door, stage) {
    await door.say(stage.script(`Stream to ${door.transport}.`, { text: `One two three, ${door.transport}.` }))
    await door.hears(`One two three, ${door.transport}.`)
    expect(door.streamed()).toBe(`One two three, ${door.transport}.`)
  },
  async 'approval: allow'(door, stage) {
    const file = `allowed-${door.transport}`
    await door.say(stage.script(`Allow it, ${door.transport}.`, touch(file), { text: `Allowed, ${door.transport}.` }))
    const prompt = await door.asked('Bash')
    expect(prompt.input).toMatchObject({ command: `touch ${file}` })
    expect(stage.has(file)).toBe(false)
    await door.allow(prompt)
    await door.hears(`Allowed, ${door.transport}.`)
    expect(stage.has(file)).toBe(true)
  },
  async 'approval: edited'(door, stage) {
    const [wrong, right] = [`wrong-${door.transport}`, `edited-${door.transport}`]
    await door.say(stage.script(`Edit it, ${door.transport}.`, touch(wrong), { text: `Edited, ${door.transport}.` }))
    await door.allow(await door.asked('Bash'), { updatedInput: { command: `touch ${right}` } })
    await door.hears(`Edited, ${door.transport}.`)
    expect([stage.has(wrong), stage.has(right)]).toEqual([false, true])
  },
  async 'approval: always'(door, stage) {
    const file = `always-${door.transport}`
    const run = { tools: [{ name: 'Bash', input: { command: `sh make.sh ${file}`, description: 'Make a file' } }] }
    await door.say(stage.script(`Always, ${door.transport}.`, run, run, { text: `Always so, ${door.transport}.` }))
    await door.allowAlways(await door.asked('Bash'))
    // The second time nobody is asked.
    await door.hears(`Always so, ${door.transport}.`)
    expect(stage.has(file)).toBe(true)
    // For this session, and not in the project's settings.
    expect(stage.has('.claude/settings.local.json')).toBe(false)
  },
  async 'approval: deny'(door, stage) {
    const file = `denied-${door.transport}`
    await door.say(stage.script(`Deny it, ${door.transport}.`, touch(file), { text: `Denied, ${door.transport}.` }))
    await door.deny(await door.asked('Bash'), { message: `Not for ${door.transport}.` })
    await door.hears(`Denied, ${door.transport}.`)
    expect(stage.has(file)).toBe(false)
    expect(stage.knows(`Not for ${door.transport}.`)).toBe(true)
  },
  async 'approval: deny and stop'(door, stage) {
    const file = `stopped-${door.transport}`
    await door.say(stage.script(`Stop it, ${door.transport}.`, touch(file)))
    await door.deny(await door.asked('Bash'), { interrupt: true })
    await stage.rested(door)
    expect(stage.has(file)).toBe(false)
  },
  async 'approval: second answer refused'(door, stage) {
    const file = `once-${door.transport}`
    await door.say(stage.script(`Answer once, ${door.transport}.`, touch(file), { text: `Once, ${door.transport}.` }))
    const prompt = await door.asked('Bash')
    await door.allow(prompt)
    await expect(door.deny(prompt)).rejects.toMatchObject({ code: 'already_resolved' })
    await door.hears(`Once, ${door.transport}.`)
    expect(stage.has(file)).toBe(true)
  },
  async question(door, stage) {
    const options = ['Red', 'Blue'].map((label) => ({ label, description: label }))
    const questions = [{ question: 'Which colour?', header: 'Colour', options, multiSelect: false }]
    const ask = { tools: [{ name: 'AskUserQuestion', input: { questions } }] }
    await door.say(stage.script(`Ask ${door.transport}.`, ask, { text: `Thank you, ${door.transport}.` }))
    await door.answer(await door.asked('AskUserQuestion'), { 'Which colour?': 'Blue' })
    await door.hears(`Thank you, ${door.transport}.`)
    expect(stage.knows('Blue')).toBe(true)
  },
  async plan(door, stage) {
    const before = door.sessionId
    // Where the mode of a session cannot be changed, another is started with it.
    if (door.transport === 'bridge') await door.start({ ...stage.options, permissionMode: 'plan' })
    else await door.control({ subtype: 'set_permission_mode', mode: 'plan' })
    const propose = { tools: [{ name: 'ExitPlanMode', input: { plan: `Make it for ${door.transport}.` } }] }
    await door.say(stage.script(`Plan for ${door.transport}.`, propose, { text: `Planned, ${door.transport}.` }))
    await door.allow(await door.asked('ExitPlanMode'))
    await door.hears(`Planned, ${door.transport}.`)
    if (door.transport !== 'bridge') {
      await stage.rested(door)
      await door.control({ subtype: 'set_permission_mode', mode: 'default' })
      return
    }
    await door.stop()
    await door.attend(before)
  },
  async interrupt(door, stage) {
    const long = Array.from({ length: 50 }, (_, at) => `word${at}`).join(' ')
    await door.say(stage.script(`Count for ${door.transport}.`, { text: long, holdAfterDeltas: 3 }))
    await stage.model.holding()
    // What waits behind a turn that a person stops is held.
    const held = stage.script(`This is held for ${door.transport}.`, { text: 'It was heard.' })
    await door.say(held)
    await door.interrupt()
    await stage.rested(door)
    stage.model.release()
    await door.say(stage.script(`Still there, ${door.transport}?`, { text: `Still here, ${door.transport}.` }))
    await door.hears(`Still here, ${door.transport}.`)
    expect(stage.knows(held)).toBe(false)
  },
  async queue(door, stage) {
    const held = { text: `First of ${door.transport}, and more.`, holdAfterDeltas: 1 }
    await door.say(stage.script(`Be first, ${door.transport}.`, held))
    await stage.model.holding()
    const second = stage.script(`Be second, ${door.transport}.`, { text: `Second of ${door.transport}.` })
    await door.say(second)
    if (door instanceof LiveDoor) await cancelQueued(door, stage)
    expect(stage.knows(second)).toBe(false)
    stage.model.release()
    await door.hears(`First of ${door.transport}, and more.`)
    await door.hears(`Second of ${door.transport}.`)
    expect(stage.knows('must not be heard')).toBe(false)
  },
  async 'model change'(door, stage) {
    await door.control({ subtype: 'set_model', model: 'claude-haiku-4-5' })
    await door.say(stage.script(`Which model, ${door.transport}?`, { text: `A small one, ${door.transport}.` }))
    await door.hears(`A small one, ${door.transport}.`)
    const own = stage.model.ownRequests.map(({ body }) => body as unknown)
    expect(stage.model.requests.filter((each) => !own.includes(each)).at(-1)?.model).toContain('haiku')
    await stage.rested(door)
    await door.control({ subtype: 'set_model', model: null })
  },
  async 'mode change'(door, stage) {
    const file = `mode-${door.transport}.txt`
    const write = { tools: [{ name: 'Write', input: { file_path: join(stage.project, file), content: 'x\n' } }] }
    await door.control({ subtype: 'set_permission_mode', mode: 'acceptEdits' })
    await door.say(stage.script(`Write, ${door.transport}.`, write, { text: `Written, ${door.transport}.` }))
    // Nobody is asked.
    await door.hears(`Written, ${door.transport}.`)
    expect(stage.has(file)).toBe(true)
    await stage.rested(door)
    await door.control({ subtype: 'set_permission_mode', mode: 'default' })
  },
  async 'MCP status and toggle'(door) {
    const status = async () => {
      const { mcpServers } = await door.control({ subtype: 'mcp_status' })
      return (mcpServers as { name: string; status: string }[]).find(({ name }) => name === 'desk')?.status
    }
    while ((await status()) === 'pending') await new Promise(setImmediate)
    expect(await status()).toBe('connected')
    await door.control({ subtype: 'mcp_toggle', serverName: 'desk', enabled: false })
    expect(await status()).toBe('disabled')
    await door.control({ subtype: 'mcp_toggle', serverName: 'desk', enabled: true })
    while ((await status()) === 'pending') await new Promise(setImmediate)
    expect(await status()).toBe('connected')
  },
  async 'rewind with dry run'(door, stage) {
    const file = `rewind-${door.transport}.txt`
    const path = join(stage.project, file)
    stage.write(file, 'one\n')
    await door.control({ subtype: 'set_permission_mode', mode: 'acceptEdits' })
    const prompt = stage.script(
      `Change the file of ${door.transport}.`,
      { tools: [{ name: 'Read', input: { file_path: path } }] },
      { tools: [{ name: 'Edit', input: { file_path: path, old_string: 'one', new_string: 'two' } }] },
      { text: `Changed, ${door.transport}.` },
    )
    await door.say(prompt)
    await door.hears(`Changed, ${door.transport}.`)
    await stage.rested(door)
    expect(stage.read(file)).toBe('two\n')
    const uuid = await door.uuidOf(prompt)
    const rewind = (isDry: boolean) =>
      door instanceof HttpDoor
        ? door.call('POST', `/api/claude/sessions/${door.sessionId}/rewind`, { messageUuid: uuid, dryRun: isDry })
        : door.control({ subtype: 'rewind_files', user_message_id: uuid, dry_run: isDry })
    expect(JSON.stringify(await rewind(true))).toContain(file)
    expect(stage.read(file)).toBe('two\n')
    await rewind(false)
    expect(stage.read(file)).toBe('one\n')
    await door.control({ subtype: 'set_permission_mode', mode: 'default' })
  },
  async 'stop a task'(door, stage) {
    const file = `waiting-${door.transport}`
    const wait = `echo $$ > ${file}; until [ -e ${file}-over ]; do sleep 0.1; done`
    const command = { command: wait, description: 'Wait', run_in_background: true }
    const prompt = stage.script(
      `Wait for ${door.transport}.`,
      { tools: [{ name: 'Bash', input: command }] },
      { text: `Waiting, ${door.transport}.` },
    )
    await door.say(prompt)
    await door.allow(await door.asked('Bash'))
    await door.hears(`Waiting, ${door.transport}.`)
    while (!stage.has(file) || stage.read(file) === '') await new Promise(setImmediate)
    const pid = Number(stage.read(file))
    expect(identifyProcess(pid)).not.toBeNull()
    const taskId = /with ID: ([a-z0-9]+)/.exec(await findResult(door, stage, prompt))?.[1] ?? ''
    expect(taskId).not.toBe('')
    const stopping = door.control({ subtype: 'stop_task', task_id: taskId })
    if (stage.isNew) await stopping
    else {
      // The older CLI cannot, and that is said.
      await expect(stopping).rejects.toMatchObject({ code: 'unsupported_by_cli' })
      stage.write(`${file}-over`, '')
      // Nor does it tell when a task has ended: the session would not be at rest for as long as its process lives.
      await door.stop()
    }
    while (identifyProcess(pid) !== null) await new Promise((resolve) => setTimeout(resolve, 20))
  },
  async 'image upload'(door, stage) {
    const words = stage.script(`Look, ${door.transport}.`, { text: `Seen, ${door.transport}.` })
    const source = { type: 'base64', media_type: 'image/png', data: PIXEL }
    await door.say([
      { type: 'image', source },
      { type: 'text', text: words },
    ])
    await door.hears(`Seen, ${door.transport}.`)
    expect(stage.knows('"media_type":"image/png"')).toBe(true)
  },
  async 'slash command'(door, stage) {
    stage.script(`Please greet ${door.transport}.`, { text: `Greetings, ${door.transport}.` })
    await door.say(`/greet ${door.transport}`)
    await door.hears(`Greetings, ${door.transport}.`)
  },
  async 'background subagent and a turn that starts by itself'(door, stage) {
    stage.script(`Look around for ${door.transport}.`, { text: `All is well, ${door.transport}.` })
    const input = {
      description: 'Look',
      prompt: `Look around for ${door.transport}.`,
      subagent_type: 'general-purpose',
    }
    const send = { tools: [{ name: 'Task', input }] }
    const prompt = stage.script(`Send someone, ${door.transport}.`, send, { text: `Someone went, ${door.transport}.` })
    await door.say(prompt)
    await door.hears(`Someone went, ${door.transport}.`)
    // In the older CLI an agent works inside of the turn, and its words are the result of the call.
    if (!stage.isNew) {
      expect(await findResult(door, stage, prompt)).toContain(`All is well, ${door.transport}.`)
      return
    }
    // In the newer it runs on, and tells when it is done: that is a turn.
    await door.hears(`All is well, ${door.transport}.`)
    await door.hears('Noted.')
  },
  async resume(door, stage) {
    await door.say(stage.script(`Remember the ${door.transport} word.`, { text: `I will, ${door.transport}.` }))
    await door.hears(`I will, ${door.transport}.`)
    await stage.rested(door)
    const { sessionId } = door
    await door.stop()
    // A socket that looks at a session starts it again by its next message.
    if (door.transport !== 'subscribe') await door.start({ ...stage.options, resume: sessionId })
    expect(door.sessionId).toBe(sessionId)
    await door.say(stage.script(`Which word, ${door.transport}?`, { text: `That one, ${door.transport}.` }))
    await door.hears(`That one, ${door.transport}.`)
    expect(stage.knows(`Remember the ${door.transport} word.`)).toBe(true)
  },
  async fork(door, stage) {
    const { sessionId } = door
    await door.say(stage.script(`Before the fork of ${door.transport}.`, { text: `Before, ${door.transport}.` }))
    await door.hears(`Before, ${door.transport}.`)
    await stage.rested(door)
    const copy = await door.start({ ...stage.options, resume: sessionId, fork: true })
    expect(copy).not.toBe(sessionId)
    await door.say(stage.script(`In the fork of ${door.transport}.`, { text: `Inside, ${door.transport}.` }))
    await door.hears(`Inside, ${door.transport}.`)
    expect(stage.knows(`Before the fork of ${door.transport}.`)).toBe(true)
    await stage.rested(door)
    await door.stop()
    await door.attend(sessionId)
  },
  async '/clear'(door, stage) {
    await door.say('/clear')
    await stage.rested(door)
    await door.say(stage.script(`After clearing, ${door.transport}.`, { text: `Cleared, ${door.transport}.` }))
    await door.hears(`Cleared, ${door.transport}.`)
    // The older CLI forgets nothing of what it was told on this way.
    if (stage.isNew) expect(stage.knows(`Greetings, ${door.transport}.`)).toBe(false)
  },
}

describe.each(CLI_VERSIONS)('with the real CLI %s', (version) => {
  let stage: MatrixStage
  beforeAll(async () => {
    stage = await MatrixStage.set(version)
  })
  afterAll(() => stage?.clear())

  describe.each(TRANSPORTS)('a session commanded by %s', (transport) => {
    let door: Door
    beforeAll(async () => {
      door = await stage.open(transport)
      await door.start(stage.options)
    })
    afterAll(async () => {
      await door?.stop()
      door?.close()
    })

    const items = (Object.keys(CELLS) as Item[]).filter((item) => CELLS[item][transport] === true)
    it.each(items)('%s', async (item) => {
      await PLAYS[item](door, stage)
      await stage.rested(door)
    })
  })
})

/** One more that waits, and is taken back before its turn. */
async function cancelQueued(door: LiveDoor, stage: MatrixStage): Promise<void> {
  await door.say(stage.script('This must not be heard.', { text: 'It was heard.' }))
  const uuid = await door.queuedUuid('This must not be heard.')
  await door.command({ kind: 'cancel_queued', sessionId: door.sessionId, uuid })
}

/** What the tool of a prompt has given, from the transcript that all can read. */
async function findResult(door: Door, stage: MatrixStage, prompt: string): Promise<string> {
  const http = new HttpDoor(stage.server)
  await http.attend(door.sessionId)
  const { items } = await http.call('GET', `/api/claude/sessions/${door.sessionId}/messages?limit=100`)
  const lines = (items as object[]).map((line) => JSON.stringify(line))
  const from = lines.findLastIndex((line) => line.includes(prompt))
  return lines.slice(from).find((line) => line.includes('"tool_result"')) ?? ''
}
