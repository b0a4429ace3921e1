import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SocketClient } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HubStage } from '../stages/hub-stage.ts'

const SESSIONS = '/api/claude/sessions'

/** Files that the session changes, with what they held before. */
const FILES = ['notes.txt', 'CLAUDE.md', '.bashrc']

describe.each(['2.1.38', '2.1.325'])('a rewind that the CLI %s does itself', (version) => {
  let stage: HubStage
  let ordinary: Rewound
  let hostile: Rewound
  beforeAll(async () => {
    stage = await HubStage.set(version)
    for (const file of FILES) writeFileSync(join(stage.project, file), 'before\n')
    ordinary = await change(stage, 'Change the instructions.', ['notes.txt', 'CLAUDE.md'])
    hostile = await change(stage, 'Change all.', FILES)
  })
  afterAll(() => stage.clear())

  const read = (file: string) => readFileSync(join(stage.project, file), 'utf8')
  const control = ({ id, uuid }: Rewound, more: object = {}) =>
    stage.call('POST', `${SESSIONS}/${id}/control`, { subtype: 'rewind_files', user_message_id: uuid, ...more })

  it('is refused, as a question and for good, where it would write what is protected', async () => {
    for (const more of [{ dry_run: true }, {}, { confirm: FILES.map((file) => join(stage.project, file)) }]) {
      const { status, body } = await control(hostile, more)
      expect([status, body]).toEqual([403, { error: expect.objectContaining({ code: 'not_allowed' }) }])
      expect(JSON.stringify(body)).not.toContain('filesChanged')
    }
    expect(FILES.map(read)).toEqual(FILES.map(() => 'after Change all.\n'))
    const { items } = (await stage.call('GET', '/api/audit?limit=3')).body as { items: object[] }
    for (const line of items) expect(line).toMatchObject({ event: 'refusal', door: 'rewind', sessionId: hostile.id })
  })

  it('is refused the same over a socket', async () => {
    const socket = await new SocketClient(stage.server, `${SESSIONS}/${hostile.id}/subscribe?tail=1`).opened()
    const request = { subtype: 'rewind_files', user_message_id: hostile.uuid }
    await socket.say({ type: 'control_request', request_id: 'mine', request })
    expect(await socket.find((frame) => JSON.stringify(frame).includes('"mine"'))).toMatchObject({
      type: 'control_response',
      response: { subtype: 'error', error: expect.stringContaining('.bashrc') },
    })
    socket.close()
    expect(read('.bashrc')).toBe('after Change all.\n')
  })

  it('leaves what is protected to nobody, and the rest is put back by Quarterdeck', async () => {
    const body = { messageUuid: hostile.uuid, confirm: [] }
    const answer = await stage.call('POST', `${SESSIONS}/${hostile.id}/rewind`, body)
    expect(answer).toMatchObject({ status: 200, body: { by: 'quarterdeck' } })
    const { files } = answer.body as { files: { path: string; kind: string }[] }
    const kindOf = (file: string) => files.find(({ path }) => path === join(stage.project, file))?.kind
    expect(FILES.map(kindOf)).toEqual(['restored', 'refused', 'refused'])
    // What stood there before this prompt.
    expect(FILES.map(read)).toEqual([
      'after Change the instructions.\n',
      ...FILES.slice(1).map(() => 'after Change all.\n'),
    ])
  })

  it('asks for what programs obey by name', async () => {
    writeFileSync(join(stage.project, 'notes.txt'), 'once more\n')
    const path = join(stage.project, 'CLAUDE.md')
    for (const more of [{ dry_run: true }, {}, { confirm: [] }])
      expect(await control(ordinary, more)).toMatchObject({
        status: 409,
        body: { error: { code: 'needs_confirmation', paths: [path] } },
      })
    expect(read('notes.txt')).toBe('once more\n')
    expect(await control(ordinary, { confirm: [path] })).toMatchObject({ status: 200, body: { canRewind: true } })
    expect([read('notes.txt'), read('CLAUDE.md')]).toEqual(['before\n', 'before\n'])
    const { items } = (await stage.call('GET', '/api/audit?limit=1')).body as { items: object[] }
    expect(items[0]).toMatchObject({ event: 'rewind', isByCli: true, confirmed: [path] })
  })
})

interface Rewound {
  id: string
  /** The prompt. */
  uuid: string
}

/** A session that writes files, with everything allowed that it asks for. */
async function change(stage: HubStage, prompt: string, files: readonly string[]): Promise<Rewound> {
  const paths = files.map((file) => join(stage.project, file))
  stage.model.script(prompt, [
    { tools: paths.map((file_path) => ({ name: 'Read', input: { file_path } })) },
    ...paths.map((file_path) => ({ tools: [{ name: 'Write', input: { file_path, content: `after ${prompt}\n` } }] })),
    { text: `Done: ${prompt}` },
  ])
  const id = await stage.begin({ prompt, permissionMode: 'acceptEdits' })
  await stage.until(async () => {
    for (const { requestId, sessionId } of await stage.inbox())
      if (sessionId === id && requestId !== undefined)
        await stage.call('POST', `${SESSIONS}/${id}/permission`, { request_id: requestId, behavior: 'allow' })
    return stage.transcript(id).some((line) => JSON.stringify(line).includes(`Done: ${prompt}`))
  })
  await stage.rested(id)
  return { id, uuid: String(stage.transcript(id).find(({ type }) => type === 'user')?.uuid) }
}
