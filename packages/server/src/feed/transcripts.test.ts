import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Archive } from '@quarterdeck/archive'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SocketClient, SocketStage } from '../sockets/socket-stage-for-test.ts'
import { countLines } from './past.ts'

const ID = '5f1d6e0a-0000-4000-8000-000000000001'
const PATH = `/api/claude/sessions/${ID}/subscribe`

let folder: string
let project: string
let archive: Archive
let stage: SocketStage
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'feed-'))
  project = join(folder, 'claude', 'projects', '-project')
  mkdirSync(join(project, ID, 'subagents'), { recursive: true })
  archive = new Archive({
    directories: [join(folder, 'claude')],
    data: join(folder, 'data'),
    mode: 'serve',
    isIndexing: false,
    follow: { rescanMs: 50 },
  })
  stage = await SocketStage.open({ archive })
})
afterEach(async () => {
  await stage.close()
  await archive.close()
  rmSync(folder, { recursive: true, force: true })
})

const line = (uuid: string, more: object = {}) =>
  `${JSON.stringify({ type: 'user', uuid, parentUuid: null, sessionId: ID, message: { role: 'user', content: uuid }, ...more })}\n`
const call = (uuid: string, toolUseId: string) =>
  line(uuid, {
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'tool_use', id: toolUseId, name: 'Task', input: {} }] },
  })
const agentPath = (agent: string) => join(project, ID, 'subagents', `agent-${agent}.jsonl`)
const write = (...lines: string[]) => appendFileSync(join(project, `${ID}.jsonl`), lines.join(''))
const writeAgent = (agent: string, toolUseId: string, ...lines: string[]) => {
  writeFileSync(agentPath(agent).replace('.jsonl', '.meta.json'), JSON.stringify({ toolUseId }))
  appendFileSync(agentPath(agent), lines.join(''))
}

/** The archive has seen what was written. */
const seen = async (isSo: () => boolean) => {
  await expect
    .poll(() => {
      archive.lookAt(ID)
      return isSo()
    })
    .toBe(true)
}

async function read(query = ''): Promise<SocketClient> {
  const client = stage.connect(`${PATH}?frames=1${query}`)
  await client.find(({ type }) => type === 'caught_up')
  return client
}
const told = ({ frames }: SocketClient) =>
  frames.flatMap(({ epoch, seq, message }) =>
    epoch === undefined ? [] : [`${String(seq)} ${(message as { uuid?: string }).uuid ?? ''}`],
  )
const epochOf = ({ frames }: SocketClient) => String(frames.find(({ epoch }) => epoch !== undefined)?.epoch)

async function readHistory() {
  await seen(() => archive.readPosition(ID) !== null)
  const position = archive.readPosition(ID) ?? {}
  return { sessionId: ID, position, lines: await countLines(archive, ID, position) }
}

const say = (uuid: string) => ({ type: 'assistant', uuid, message: { role: 'assistant', content: [] } })

describe('A session that goes on in our log', () => {
  it('is its transcript, agents behind their calls, and then the log, in one numbering', async () => {
    write(line('u1'), call('a1', 'toolu_1'), line('r1'))
    writeAgent('x', 'toolu_1', line('x1', { isSidechain: true }), line('x2', { isSidechain: true }))
    await seen(() => Object.keys(archive.readPosition(ID) ?? {}).length === 2)
    const session = stage.add(ID, await readHistory())
    // What the CLI writes of our own turn is in the log already, also what an agent of before says then.
    write(line('b1'))
    writeAgent('x', 'toolu_1', line('x3', { isSidechain: true }))
    await seen(() => (archive.readPosition(ID)?.x ?? 0) > (session.history?.position.x ?? 0))
    session.say('keeper', { type: 'keeper', subtype: 'started', pid: 1, sessionId: ID, cwd: '/', resumed: true })
    session.say('cli', say('b1'))
    const whole = await read()
    expect(told(whole)).toEqual(['1 u1', '2 a1', '3 x1', '4 x2', '5 r1', '6 ', '7 b1'])
    const agents = whole.frames.slice(2, 4)
    expect(agents).toMatchObject(Array.from({ length: 2 }, () => ({ message: { parent_tool_use_id: 'toolu_1' } })))
    for (const after of [0, 1, 3, 5, 6, 7])
      expect(told(await read(`&epoch=${epochOf(whole)}&after=${after}`))).toEqual(told(whole).slice(after))
    expect(told(await read('&tail=1'))).toEqual(['7 b1'])
    expect(told(await read('&tail=3'))).toEqual(['5 r1', '6 ', '7 b1'])
    expect(told(await read('&tail=99'))).toEqual(told(whole))
  })

  it('goes on for a client that reads raw messages when it was only a transcript before, without a repeat', async () => {
    write(line('u1'), line('u2'))
    stage.recorded.add(ID)
    await seen(() => archive.readPosition(ID) !== null)
    const client = stage.connect(PATH)
    await client.find(({ uuid }) => uuid === 'u2')
    const session = stage.add(ID, await readHistory())
    session.say('cli', say('b1'))
    for (const tell of stage.exchanged) tell(ID)
    await client.find(({ uuid }) => uuid === 'b1')
    expect(client.frames.map(({ uuid }) => uuid)).toEqual(['u1', 'u2', 'b1'])
  })
})

describe('A session that only has a transcript', () => {
  beforeEach(async () => {
    stage.recorded.add(ID)
    write(line('u1'), line('u2'))
    await seen(() => archive.readPosition(ID) !== null)
  })

  it('is followed while others write it, and a line half written is told when it is whole', async () => {
    const half = line('u3')
    write(half.slice(0, 40))
    const client = await read()
    expect(told(client)).toEqual(['1 u1', '2 u2'])
    write(half.slice(40), line('u4'))
    await client.find(({ seq }) => seq === 4)
    writeAgent('x', 'toolu_9', line('x1', { isSidechain: true }))
    await client.find(({ seq }) => seq === 5)
    expect(told(client)).toEqual(['1 u1', '2 u2', '3 u3', '4 u4', '5 x1'])
  })

  it('has the same numbers for a server that comes later, as long as they mean the same', async () => {
    const epoch = epochOf(await read())
    write(line('u3'))
    await seen(() => (archive.readPosition(ID)?.[''] ?? 0) > 250)
    await stage.close()
    stage = await SocketStage.open({ archive })
    stage.recorded.add(ID)
    const next = await read(`&epoch=${epoch}&after=1`)
    expect(told(next)).toEqual(['2 u2', '3 u3'])
    expect(epochOf(next)).toBe(epoch)
    // An agent's lines stand in the middle: whoever reads them again counts others.
    writeAgent('x', 'toolu_9', line('x1', { isSidechain: true }))
    await seen(() => Object.keys(archive.readPosition(ID) ?? {}).length === 2)
    await stage.close()
    stage = await SocketStage.open({ archive })
    stage.recorded.add(ID)
    const anew = await read(`&epoch=${epoch}&after=1`)
    expect(anew.frames[0]).toMatchObject({ type: 'gap', reason: 'other_log', isAnew: true })
    expect(told(anew)).toHaveLength(4)
  })

  it('begins anew when its file was cut', async () => {
    const client = await read()
    truncateSync(join(project, `${ID}.jsonl`), 0)
    write(line('n1'))
    await client.find(({ message }) => (message as { uuid?: string } | undefined)?.uuid === 'n1')
    expect(client.frames.find(({ type }) => type === 'gap')).toMatchObject({ isAnew: true })
  })
})
