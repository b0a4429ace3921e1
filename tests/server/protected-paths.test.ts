import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EffectsStage, PLANTED, SECRET } from '../../faults/effects-stage.ts'
import { attackPutBack, attackUploads } from '../../faults/rows/security/s15-put-back.ts'

let stage: EffectsStage
beforeAll(async () => {
  stage = await EffectsStage.set()
})
afterAll(() => stage.clear())

const data = Buffer.from('hello').toString('base64')
const upload = (more: object) => stage.ask('POST', '/api/uploads', { name: 'shot.png', data, ...more })

describe('a paired device (S15)', () => {
  it('sends no file to where it would be obeyed', async () => {
    expect((await attackUploads(stage)).wrong).toEqual([])
  })

  it('sends files into one folder of the project, which git does not look at', async () => {
    const folder = join(stage.project, '.quarterdeck/uploads')
    const first = (await upload({ cwd: stage.project })).json()
    expect(first).toMatchObject({ path: join(folder, 'shot.png'), where: 'project' })
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'shot.png')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
    expect((await upload({ cwd: stage.project, folder: '.quarterdeck/uploads' })).json()).toMatchObject({
      path: join(folder, 'shot-2.png'),
    })
    // What Claude Code would take for instructions gets another name.
    expect((await upload({ cwd: stage.project, name: 'CLAUDE.local.md' })).json()).toMatchObject({
      path: join(folder, 'file-CLAUDE.local.md'),
    })
    const path = join(folder, 'shot.png')
    expect((await stage.ask('DELETE', `/api/uploads?path=${encodeURIComponent(path)}`)).status).toBe(200)
    expect(existsSync(path)).toBe(false)
    rmSync(join(stage.project, '.quarterdeck'), { recursive: true })
  })

  it.each(['.quarterdeck', '.quarterdeck/uploads'])('sends nothing through a %s that is a link', async (link) => {
    const elsewhere = join(stage.home, 'elsewhere')
    mkdirSync(join(elsewhere, 'uploads'), { recursive: true })
    mkdirSync(join(stage.project, link, '..'), { recursive: true })
    symlinkSync(elsewhere, join(stage.project, link))
    const { status, text } = await upload({ cwd: stage.project })
    expect([status, text]).toEqual([403, expect.stringContaining('is a link')])
    expect(existsSync(join(elsewhere, 'shot.png'))).toBe(false)
    expect(existsSync(join(elsewhere, 'uploads/shot.png'))).toBe(false)
    expect((await stage.record(1))[0]).toMatchObject({ event: 'refusal', door: 'upload' })
    for (const path of [join(stage.project, '.quarterdeck'), elsewhere]) rmSync(path, { recursive: true })
  })

  it('reads and writes nothing that is protected by restoring or rewinding', async () => {
    expect((await attackPutBack(stage)).wrong).toEqual([])
  })

  it('restores what the session changed, and to a new place in the project', async () => {
    const notes = join(stage.project, 'notes.txt')
    writeFileSync(notes, 'new\n')
    const dry = (await stage.restore('home', 'toolu_0@before', { dryRun: true })).json()
    expect(dry).toMatchObject({ kind: 'would-restore', path: notes, diff: { kind: 'diff' } })
    expect((await stage.record(1))[0]).toMatchObject({ event: 'restore', path: notes, dryRun: true })
    expect((await stage.restore('home', 'toolu_0@before', { to: notes })).json()).toMatchObject({ kind: 'restored' })
    expect(readFileSync(notes, 'utf8')).toBe('old\n')
    const to = join(stage.project, 'copies/notes-then.txt')
    expect((await stage.restore('home', 'toolu_0@before', { to })).json()).toMatchObject({ kind: 'restored', path: to })
    expect(readFileSync(to, 'utf8')).toBe('old\n')
    // It is there now, and the session has not changed it.
    writeFileSync(to, `${SECRET}\n`)
    const again = await stage.restore('home', 'toolu_2@before', { to, force: true })
    expect([again.status, again.text.includes(SECRET)]).toEqual([403, false])
    expect(readFileSync(to, 'utf8')).toBe(`${SECRET}\n`)
  })

  it('puts instructions back only where each was named, and the record says so', async () => {
    const path = join(stage.project, 'CLAUDE.md')
    const restore = (more: object) => stage.restore('home', 'toolu_2@before', more)
    for (const more of [{}, { dryRun: true }, { force: true }, { confirm: [] }, { confirm: [`${path}x`] }]) {
      const answer = await restore(more)
      expect(answer.status).toBe(409)
      expect(answer.json()).toEqual({
        error: expect.objectContaining({ code: 'needs_confirmation', paths: [path], message: expect.any(String) }),
      })
      expect(answer.text).not.toContain('rules')
    }
    const asked = await stage.rewind('home', { dryRun: true })
    // The second by a link, whose own name says nothing.
    const paths = [path, join(stage.project, 'steps/ci.yml')]
    expect([asked.status, asked.json()]).toEqual([
      409,
      { error: expect.objectContaining({ code: 'needs_confirmation', paths }) },
    ])
    expect(readFileSync(path, 'utf8')).toBe('new rules\n')
    expect((await restore({ dryRun: true, confirm: [path] })).json()).toMatchObject({ kind: 'would-restore', path })
    expect((await restore({ confirm: [path] })).json()).toMatchObject({ kind: 'restored', path })
    expect(readFileSync(path, 'utf8')).toBe('old rules\n')
    expect((await stage.record(1))[0]).toMatchObject({ event: 'restore', path, confirmed: [path] })
    writeFileSync(path, 'new rules\n')
    const rewound = (await stage.rewind('home', { confirm: [path] })).json() as { files: { path: string }[] }
    expect(rewound.files.find((file) => file.path === path)).toMatchObject({ kind: 'restored' })
    expect(readFileSync(path, 'utf8')).toBe('old rules\n')
    expect(readFileSync(join(stage.project, '.github/workflows/ci.yml'), 'utf8')).toBe('new steps\n')
    expect(await stage.record(5)).toContainEqual(expect.objectContaining({ event: 'rewind', confirmed: [path] }))
  })

  it('starts no session in what is protected, and looks into none of it', async () => {
    for (const folder of ['.claude', '.ssh', 'to-ssh', 'data', 'project/.git', 'project/.claude/worktrees/unlisted']) {
      const cwd = join(stage.home, folder)
      const started = await stage.ask('POST', '/api/claude/sessions', { cwd, trust: true })
      expect([folder, started.status]).toEqual([folder, 403])
      const further = await stage.ask('POST', '/api/claude/sessions', { cwd: stage.project, addDirs: [cwd] })
      expect([folder, further.status]).toEqual([folder, 403])
      for (const route of ['/api/files?cwd=', '/api/folders?path=', '/api/claude/memory?cwd=']) {
        const { status, text } = await stage.ask('GET', `${route}${encodeURIComponent(cwd)}`)
        expect([folder, route, status, text.includes('id_ed25519')]).toEqual([folder, route, 403, false])
      }
    }
  })

  it('left nothing planted anywhere', () => {
    expect(stage.harm).toBeNull()
    expect(lstatSync(join(stage.home, 'to-key')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(stage.home, '.ssh/id_ed25519'), 'utf8')).not.toContain(PLANTED)
  })
})
