import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionDetail } from '@quarterdeck/contract'
import { CLI_VERSIONS } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HubStage } from '../stages/hub-stage.ts'

const SESSIONS = '/api/claude/sessions'

// Some of these start six processes of a CLI one after the other.
describe.each(CLI_VERSIONS)('the sessions of a server, with the real CLI %s', { timeout: 150_000 }, (version) => {
  let stage: HubStage
  beforeAll(async () => {
    stage = await HubStage.set(version)
  })
  afterAll(() => stage.clear())

  const patch = (id: string, change: object) => stage.call('PATCH', `${SESSIONS}/${id}`, change)
  const titlesOf = (id: string) => stage.transcript(id).filter(({ type }) => type === 'custom-title')

  it('are listed with all that is known of them, and described', async () => {
    const id = await stage.converse('Say something short.')
    // The prompt and its answer are counted as they come, and that it has finished is told a moment later.
    const isWhole = ({ messageCount, costUsd, unread }: SessionDetail) =>
      messageCount === 2 && costUsd !== null && unread
    const row = await stage.untilRow(id, isWhole)
    expect(row).toMatchObject({
      sessionId: id,
      title: 'Say something short.',
      firstPrompt: 'Say something short.',
      projectPath: stage.project,
      status: 'idle',
      live: true,
      pending: 0,
      heldBy: null,
      forkedFrom: null,
      archived: false,
      deletedOn: null,
      ids: [id],
      isPartial: false,
    })
    expect(row.model).toContain('claude')
    expect(row.costUsd).toBeGreaterThan(0)
    expect(row.facts).toMatchObject({ status: 'idle', turnCount: 1, approvals: [], about: { cwd: stage.project } })
    const { ids: _, facts: __, isPartial: ___, ...plain } = row
    const [listed] = await stage.list()
    expect({ ...listed, modified: '' }).toEqual({ ...plain, modified: '' })
    await stage.stop(id)
    const ended = await stage.untilRow(id, ({ live }) => !live)
    expect(ended).toMatchObject({ status: 'disconnected', messageCount: row.messageCount })
    expect(ended.deletedOn).not.toBeNull()
  })

  it('ask a person in one inbox, which says when they have finished until somebody has looked', async () => {
    stage.model.script('Please make it.', [
      { tools: [{ name: 'Bash', input: { command: 'touch made.txt' } }] },
      { text: 'It is made.' },
    ])
    const id = await stage.begin({ prompt: 'Please make it.' })
    await stage.untilRow(id, ({ pending }) => pending === 1)
    const asked = (await stage.inbox()).find(({ sessionId }) => sessionId === id)
    expect(asked).toMatchObject({
      kind: 'approval',
      toolName: 'Bash',
      input: { command: 'touch made.txt' },
      projectPath: stage.project,
    })
    const answer = { request_id: asked?.requestId, behavior: 'allow' }
    expect((await stage.call('POST', `${SESSIONS}/${id}/permission`, answer)).status).toBe(200)
    await stage.untilRow(id, ({ unread }) => unread)
    const finished = { kind: 'finished', sessionId: id, text: 'It is made.' }
    expect(await stage.inbox()).toContainEqual(expect.objectContaining(finished))
    // It is not forgotten with the server, and reading it is not either.
    await stage.server.kill()
    await stage.start()
    expect(await stage.inbox()).toContainEqual(expect.objectContaining(finished))
    await patch(id, { read: true })
    expect(await stage.inbox()).not.toContainEqual(expect.objectContaining({ sessionId: id }))
    await stage.server.kill()
    await stage.start()
    expect((await stage.detail(id)).unread).toBe(false)
    await stage.stop(id)
  })

  it('go on where another program left them, and not while it has them', async () => {
    const other = await stage.other()
    await other.turn('Remember the number 12.')
    const { id } = other
    await stage.untilRow(id, ({ heldBy }) => heldBy !== null)
    const resume = { cwd: stage.project, trust: true, resume: id, prompt: 'Which number was it?' }
    const refused = await stage.call('POST', SESSIONS, resume)
    const error = { code: 'held_elsewhere', heldBy: { pid: expect.any(Number), what: expect.any(String) } }
    expect(refused).toMatchObject({ status: 409, body: { error } })
    expect(await stage.call('DELETE', `${SESSIONS}/${id}`)).toMatchObject({ status: 409, body: { error } })
    // A program that follows what is on disk goes on with what is live.
    const ear = stage.follow(id)
    await stage.until(() => ear.frames.some(({ type }) => type === 'caught_up'))
    await other.stop()
    const lines = stage.transcript(id).length
    expect(await stage.begin({ resume: id, prompt: 'Which number was it?' })).toBe(id)
    await stage.until(() => stage.knows('Which number was it?'))
    expect(stage.knows('Remember the number 12.')).toBe(true)
    expect(stage.info(id).history).toMatchObject({ sessionId: id, lines })
    const row = await stage.rested(id)
    expect(row).toMatchObject({ live: true, title: 'Remember the number 12.', facts: { turnCount: 2 } })
    await stage.until(() => ear.frames.some(({ message }) => message?.type === 'result'))
    const words = (text: string) => ear.frames.filter(({ message = {} }) => JSON.stringify(message).includes(text))
    expect(words('Which number was it?').length).toBeGreaterThan(0)
    ear.close()
    await stage.stop(id)
  })

  it('are taken over by force', async () => {
    const other = await stage.other()
    await other.turn('Mine.')
    const { id } = other
    // The older CLI writes its transcript a moment after its result: until then, its folder is not known.
    await stage.untilRow(id, ({ heldBy, projectPath }) => heldBy !== null && projectPath !== '')
    const { status } = await stage.call('POST', `${SESSIONS}/${id}/messages`, { content: 'Ours.' })
    expect(status).toBe(409)
    await stage.send(id, 'Ours.', { force: true })
    await stage.until(() => stage.knows('Ours.'))
    await stage.rested(id)
    await other.stop()
    await stage.stop(id)
  })

  it('begin another log when somebody else has gone on with them, and only then', async () => {
    const id = await stage.converse('The first word.')
    await stage.stop(id)
    const { begun } = stage.info(id)
    await stage.ask(id, 'The second word.')
    await stage.stop(id)
    expect(stage.info(id).begun).toBe(begun)
    // What waits for its turn when the process ends must not be lost with the log.
    stage.model.script('A long word.', [{ text: 'Long and longer.', holdAfterDeltas: 1 }])
    for (const words of ['A word of another.', 'A word that waits.', 'The last word.'])
      stage.model.script(words, [{ text: 'Heard.' }])
    await stage.send(id, 'A long word.')
    await stage.model.holding()
    await stage.send(id, 'A word that waits.')
    await stage.stop(id)
    stage.model.release()
    const other = await stage.other({ resume: id, force: true })
    await other.turn('A word of another.')
    await other.stop()
    await stage.send(id, 'The last word.')
    await stage.until(() => stage.knows('The last word.'))
    await stage.rested(id)
    expect(stage.knows('A word of another.')).toBe(true)
    // It is held in the new log, as it was in the old one; of an older CLI also the prompt that it has not written down.
    expect(stage.knows('A word that waits.')).toBe(false)
    const { waiting } = (await stage.detail(id)).facts
    const held = [...(stage.isNew ? [] : ['A long word.']), 'A word that waits.']
    expect(waiting.map(({ text, isHeld }) => [text, isHeld])).toEqual(held.map((text) => [text, true]))
    expect(stage.info(id).begun > begun).toBe(true)
    const find = (words: string) => stage.transcript(id).findIndex((line) => JSON.stringify(line).includes(words))
    // The older CLI writes its transcript a moment after its result.
    await stage.until(() => find('The last word.') !== -1)
    expect(stage.info(id).history?.lines).toBeGreaterThan(find('A word of another.'))
    expect(stage.info(id).history?.lines).toBeLessThanOrEqual(find('The last word.'))
    expect(stage.info(id)).not.toHaveProperty('carried')
    await stage.stop(id)
  })

  it('are forked, whole or at a message, with and without a prompt', async () => {
    const id = await stage.converse('The colour is red.')
    await stage.ask(id, 'The shape is round.')
    const whole = await stage.converse('Which shape?', { resume: id, fork: true })
    expect(whole).not.toBe(id)
    expect(stage.knows('The shape is round.')).toBe(true)
    expect(await stage.detail(whole)).toMatchObject({ forkedFrom: { sessionId: id, messageUuid: null } })
    const at = stage.transcript(id).find(({ type }) => type === 'assistant')?.uuid
    const early = await stage.begin({ resume: id, fork: { at } })
    expect(await stage.detail(early)).toMatchObject({ live: true, forkedFrom: { sessionId: id, messageUuid: at } })
    await stage.ask(early, 'Which colour?')
    expect(stage.knows('The colour is red.')).toBe(true)
    expect(stage.knows('The shape is round.')).toBe(false)
    expect(stage.info(early).history?.lines).toBeLessThan(stage.info(whole).history?.lines ?? 0)
    const missing = { cwd: stage.project, resume: id, fork: { at: '00000000-0000-4000-8000-000000000000' } }
    expect(await stage.call('POST', SESSIONS, missing)).toMatchObject({ status: 404 })
    for (const each of [id, whole, early]) await stage.stop(each)
  })

  it('are continued: the newest of the folder', async () => {
    const id = await stage.converse('The newest of all.')
    await stage.stop(id)
    expect(await stage.converse('And on.', { continue: true })).toBe(id)
    expect(stage.knows('The newest of all.')).toBe(true)
    await stage.stop(id)
  })

  it('are found by every id they went by', async () => {
    const id = await stage.converse('Before it is cleared.')
    await stage.send(id, '/clear')
    await stage.rested(id)
    await stage.ask(id, 'After it was cleared.')
    if (stage.isNew) expect(stage.knows('Before it is cleared.')).toBe(false)
    const { ids } = await stage.detail(id)
    expect(ids).toHaveLength(stage.isNew ? 2 : 1)
    const newest = ids.at(-1) as string
    expect(await stage.detail(newest)).toMatchObject({ sessionId: id, ids })
    const listed = (await stage.list('?limit=100')).map(({ sessionId }) => sessionId)
    expect(listed.filter((each) => ids.includes(each))).toEqual([id])
    await stage.stop(id)
    await stage.ask(newest, 'By its newest name.')
    expect(stage.knows('After it was cleared.')).toBe(true)
    await stage.stop(id)
  })

  it('are forked at a message by any id they went by; whole, as the transcript that was named', async () => {
    const id = await stage.converse('A fish before it is cleared.')
    await stage.send(id, '/clear')
    await stage.rested(id)
    await stage.ask(id, 'A bird after it was cleared.')
    const { ids } = await stage.detail(id)
    const newest = ids.at(-1) as string
    const findPrompt = (words: string) =>
      ids
        .flatMap((each) => stage.transcript(each))
        .find((line) => line.type === 'user' && JSON.stringify(line.message).includes(words))?.uuid as string
    await stage.until(() => findPrompt('A bird') !== undefined)
    const [before, after] = [findPrompt('A fish'), findPrompt('A bird')]
    const forked: string[] = []
    const fork = async (resume: string, fork: true | { at: string }) => {
      const copy = await stage.begin({ resume, fork })
      forked.push(copy)
      const { body } = await stage.call('GET', `${SESSIONS}/${copy}/messages`)
      return ['A fish', 'A bird'].map((words) => JSON.stringify(body.items).includes(words))
    }
    expect(await fork(newest, true)).toEqual([!stage.isNew, true])
    expect(await fork(id, { at: after })).toEqual([!stage.isNew, true])
    expect(await fork(newest, { at: before })).toEqual([true, false])
    expect(await stage.detail(forked[1] as string)).toMatchObject({ forkedFrom: { sessionId: newest } })
    // Also where the server has forgotten it.
    await stage.stop(id)
    await stage.server.stop()
    await stage.start()
    expect(await fork(id, { at: after })).toEqual([!stage.isNew, true])
    for (const each of forked) await stage.stop(each)
  })

  it('are one row after /clear, also for a server that has forgotten them, until another program goes on with one', async () => {
    const id = await stage.converse('Long ago.')
    await stage.send(id, '/clear')
    await stage.rested(id)
    const { ids: cleared } = await stage.detail(id)
    await stage.until(() => stage.transcript(cleared.at(-1) as string).length > 0)
    // Nobody calls it '/clear'.
    await stage.untilRow(id, ({ title }) => title === 'Long ago.')
    await stage.ask(id, 'Begun anew.')
    const { ids } = await stage.detail(id)
    const newest = ids.at(-1) as string
    await stage.stop(id)
    const listed = async () => (await stage.list('?limit=100')).filter(({ sessionId }) => ids.includes(sessionId))
    await stage.server.stop()
    await stage.start()
    // Counted once the index has both of its transcripts.
    await stage.untilRow(id, ({ messageCount, costUsd }) => messageCount !== null && costUsd !== null)
    const title = stage.isNew ? 'Begun anew.' : 'Long ago.'
    expect(await listed()).toMatchObject([{ sessionId: id, title, status: 'disconnected' }])
    for (const each of ids) expect(await stage.detail(each)).toMatchObject({ sessionId: id, ids, title })
    // What it has cost was counted, and is told on its page too.
    const { costUsd, facts } = await stage.detail(id)
    expect(costUsd).toBeGreaterThan(0)
    expect(facts).toMatchObject({ usage: { costUsd } })
    await patch(newest, { title: 'Clean slate' })
    expect(await listed()).toMatchObject([{ sessionId: id, title: 'Clean slate' }])
    expect(stage.transcript(newest).some(({ type }) => type === 'custom-title')).toBe(true)
    // All that was said in it stands on its one page.
    const { body } = await stage.call('GET', `/api/claude/sessions/${id}/messages`)
    for (const words of ['Long ago.', 'Begun anew.']) expect(JSON.stringify(body.items)).toContain(words)
    if (!stage.isNew) return
    await stage.server.stop()
    const terminal = await stage.other({ resume: id })
    await terminal.turn('From before it was cleared.')
    await terminal.stop()
    await stage.start()
    await stage.until(async () => (await listed()).length === 2)
    const rows = await listed()
    expect(rows.map(({ sessionId }) => sessionId)).toEqual([id, newest])
    expect(await stage.detail(newest)).toMatchObject({ sessionId: newest, title: 'Clean slate' })
  })

  it('get titles, tags and marks as the CLI writes them, when nobody writes the session', async () => {
    const id = await stage.converse('Name me.')
    await stage.until(() => stage.transcript(id).length > 0)
    await stage.untilRow(id, ({ messageCount }) => messageCount !== null)
    await patch(id, { title: 'A better name', tag: 'blue' })
    expect(await stage.detail(id)).toMatchObject({ title: 'A better name', tag: 'blue' })
    expect(titlesOf(id)).toEqual([])
    expect((await stage.list('?tag=blue')).map(({ sessionId }) => sessionId)).toEqual([id])
    await stage.stop(id)
    await stage.until(() => titlesOf(id).length > 0)
    expect(titlesOf(id)[0]).toMatchObject({ customTitle: 'A better name' })
    await patch(id, { archived: true, tag: null })
    expect(await stage.detail(id)).toMatchObject({ title: 'A better name', tag: null, archived: true })
    expect((await stage.detail(id)).deletedOn).not.toBeNull()
    expect((await stage.call('POST', `${SESSIONS}/${id}/keep`)).status).toBe(200)
    expect((await stage.detail(id)).deletedOn).toBeNull()
  })

  it('put files back to how they were, and say first what that changes', async () => {
    const path = join(stage.project, 'a.txt')
    writeFileSync(path, 'one\ntwo\n')
    stage.model.script('Change the files.', [
      { tools: [{ name: 'Read', input: { file_path: path } }] },
      { tools: [{ name: 'Edit', input: { file_path: path, old_string: 'two', new_string: 'three' } }] },
      { tools: [{ name: 'Write', input: { file_path: join(stage.project, 'b.txt'), content: 'new\n' } }] },
      { text: 'Changed.' },
    ])
    const id = await stage.converse('Change the files.', { permissionMode: 'acceptEdits' })
    await stage.until(() => stage.transcript(id).some((line) => JSON.stringify(line).includes('Changed.')))
    const prompt = stage.transcript(id).find(({ type }) => type === 'user')?.uuid
    const rewind = (more: object = {}) =>
      stage.call('POST', `${SESSIONS}/${id}/rewind`, { messageUuid: prompt, ...more })
    const planned = (await rewind({ dryRun: true })).body as { files: { path: string; currentSha256: string }[] }
    expect(planned).toMatchObject({
      files: [
        { path, kind: 'would-restore', diff: { kind: 'diff', patch: expect.stringContaining('-three\n+two\n') } },
        { path: join(stage.project, 'b.txt'), kind: 'would-restore', diff: { added: 0, removed: 1 } },
      ],
    })
    expect(readFileSync(path, 'utf8')).toBe('one\nthree\n')
    // The CLI that runs does it itself: it must know that its files are others.
    expect((await rewind()).body).toMatchObject({ by: 'cli', files: [{ kind: 'restored' }, { kind: 'restored' }] })
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
    writeFileSync(path, 'one\nthree\n')
    writeFileSync(join(stage.project, 'b.txt'), 'new\n')
    await stage.stop(id)
    const known = Object.fromEntries(planned.files.map((file) => [file.path, file.currentSha256]))
    writeFileSync(path, 'one\nmine\n')
    expect(await rewind({ known })).toMatchObject({
      status: 409,
      body: { error: { code: 'changed_meanwhile', files: [{ path, kind: 'changed' }, { kind: 'would-restore' }] } },
    })
    expect(readFileSync(path, 'utf8')).toBe('one\nmine\n')
    expect((await rewind()).body).toMatchObject({
      by: 'quarterdeck',
      files: [{ kind: 'restored' }, { kind: 'restored' }],
    })
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
    expect(existsSync(join(stage.project, 'b.txt'))).toBe(false)
    // One version of one file, first as a question.
    writeFileSync(path, 'one\nthree\n')
    const history = await stage.call('GET', `${SESSIONS}/${id}/file-history?path=${encodeURIComponent(path)}`)
    const [version] = (history.body as { items: { name: string }[] }).items
    const restore = (body: object) =>
      stage.call('POST', `${SESSIONS}/${id}/file-history/${encodeURIComponent(version?.name ?? '')}/restore`, body)
    expect((await restore({ dryRun: true })).body).toMatchObject({ kind: 'would-restore', path })
    expect((await restore({ knownSha256: 'a'.repeat(64) })).status).toBe(409)
    // Every field may be left out, and so may the body.
    const at = `${SESSIONS}/${id}/file-history/${encodeURIComponent(version?.name ?? '')}/restore`
    expect(await stage.call('POST', at)).toMatchObject({ status: 200, body: { kind: 'restored', path } })
    writeFileSync(path, 'one\nthree\n')
    expect((await restore({ force: true })).body).toMatchObject({ kind: 'restored', path })
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
    type Line = { event: string; sessionId?: string; dryRun?: boolean; isByCli?: boolean }
    const { items } = (await stage.call('GET', '/api/audit?limit=50')).body as { items: Line[] }
    const lines = items.filter(({ sessionId, isByCli }) => sessionId === id && !isByCli)
    // A look is written down, too, and as one.
    expect(lines.filter(({ dryRun }) => dryRun).map(({ event }) => event)).toEqual(['restore', 'rewind'])
    const done = lines.filter(({ dryRun }) => !dryRun).map(({ event }) => event)
    expect(done.filter((event) => event === 'rewind')).toHaveLength(3)
    expect(done.filter((event) => event === 'restore')).toHaveLength(3)
  })

  it('say that their folder is gone', async () => {
    const id = await stage.converse('Where am I?')
    await stage.stop(id)
    rmSync(stage.project, { recursive: true })
    const row = await stage.untilRow(id, ({ why }) => why?.includes('is gone') === true)
    expect(row.why).toContain(stage.project)
    const sent = await stage.call('POST', `${SESSIONS}/${id}/messages`, { content: 'Hello?' })
    expect(sent).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('is gone') } } })
  })
})
