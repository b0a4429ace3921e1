import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import {
  Archive,
  expandCommand,
  listFileVersions,
  PendingWrites,
  readFileVersion,
  readSettings,
  restoreFile,
} from '@quarterdeck/archive'
import { findHolder } from '@quarterdeck/driver'
import { askSdk, CLI_VERSIONS, ScenarioCli, type ScriptedModel, startScriptedModel } from '@quarterdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

interface SdkSettings {
  effective: object
  provenance: Record<string, { source: string }>
}

interface Listed {
  sessionId: string
  customTitle?: string
  tag?: string
  archived?: boolean
}

describe.each(CLI_VERSIONS)('beside the real CLI %s', (version) => {
  let model: ScriptedModel
  let cli: ScenarioCli
  beforeEach(async () => {
    model = await startScriptedModel()
    cli = new ScenarioCli({ version, home: realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-beside-'))), model })
  })
  afterEach(async () => {
    if (cli.isRunning) await cli.stop({})
    await model.close()
    rmSync(cli.home.root, { recursive: true, force: true, maxRetries: 5 })
  })

  const sdkEnv = () => ({ HOME: cli.home.root, CLAUDE_CONFIG_DIR: cli.home.path('.claude') })
  const listed = async () => (await askSdk('listSessions', [{}], sdkEnv())) as Listed[]
  const toFile = (sessionId: string) => cli.home.list(`.claude/projects/*/${sessionId}.jsonl`)[0] ?? ''

  it('titles, tags and archive marks wait for the CLI, then it and the SDK see them, and the session goes on', async () => {
    await cli.start()
    await cli.turn('hello', [{ text: 'Hello.' }])
    const { sessionId } = cli
    await cli.until(
      () => toFile(sessionId) !== '' && cli.transcript().some(({ type }) => type === 'assistant'),
      'a transcript',
    )
    const root = cli.home.path('.claude')
    const place = { folderName: basename(dirname(toFile(sessionId))), sessionId }
    const writes = new PendingWrites({
      folder: cli.home.path('ours'),
      isHeld: async ({ transcript }) => (await findHolder({ sessionId, transcript }, { dataDirectory: root })) !== null,
    })
    expect(await writes.write(root, place, { type: 'title', title: 'A name of ours' })).toEqual({ kind: 'pending' })
    expect(await writes.write(root, place, { type: 'tag', tag: 'kept' })).toEqual({ kind: 'pending' })
    // Its CLI may add lines of its own meanwhile.
    expect(cli.transcript().filter(({ type }) => type === 'custom-title' || type === 'tag')).toEqual([])
    await cli.stop()

    const { mtimeMs } = statSync(cli.home.path(toFile(sessionId)))
    expect(await writes.retry()).toHaveLength(2)
    // By this the CLI puts its list in order, and chooses what it deletes.
    expect(statSync(cli.home.path(toFile(sessionId))).mtimeMs).toBe(mtimeMs)
    expect(await listed()).toMatchObject([{ sessionId, customTitle: 'A name of ours', tag: 'kept' }])
    expect(await writes.write(root, place, { type: 'archived', isArchived: true, atMs: Date.now() })).toEqual({
      kind: 'written',
    })
    expect(await listed()).toMatchObject([{ sessionId, archived: true }])

    await cli.start({ session: [`--resume=${sessionId}`] })
    await cli.turn('again', [{ text: 'Again.' }])
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('hello')
    await cli.stop()
    const [after] = await listed()
    expect(after).toMatchObject({ sessionId, customTitle: 'A name of ours', tag: 'kept' })
    expect(after?.archived ?? false).toBe(false)

    await writes.write(root, place, { type: 'title', title: '' })
    await writes.write(root, place, { type: 'tag', tag: '' })
    const [bare] = await listed()
    expect(bare?.customTitle ?? '').not.toBe('A name of ours')
    expect(bare?.tag).toBeUndefined()
  })

  it('its copies of a file are named and found as we think, and a version comes back', async () => {
    const file_path = cli.project.path('a.txt')
    await cli.start({ argv: ['--allowedTools=Edit,Write,Read'] })
    const edit = (old_string: string, new_string: string) => ({
      tools: [{ name: 'Edit', input: { file_path, old_string, new_string } }],
    })
    await cli.turn('Change it.', [
      { tools: [{ name: 'Read', input: { file_path } }] },
      edit('two', 'three'),
      { text: 'Done.' },
    ])
    await cli.turn('Once more.', [edit('three', 'four'), { text: 'Done.' }])
    await cli.stop()
    const { sessionId } = cli
    const root = cli.home.path('.claude')
    const lines = cli.transcript()
    const versions = await listFileVersions(root, sessionId, lines)
    const hash = createHash('sha256').update(file_path).digest('hex').slice(0, 16)
    expect(cli.home.list('.claude/file-history/*/*').map((path) => basename(path))).toContain(`${hash}@v1`)
    expect(versions.map(({ path }) => path)).toEqual([file_path, file_path, file_path])
    const texts = await Promise.all(versions.map(({ name }) => readFileVersion(root, sessionId, name, lines)))
    expect(texts.map((read) => read.kind === 'content' && read.content.toString())).toEqual([
      'one\ntwo\n',
      'one\nthree\n',
      'one\nfour\n',
    ])
    const archive = new Archive({ directories: [root], data: cli.home.path('index'), mode: 'read' })
    expect(await archive.side.findLastTouch(file_path)).toMatchObject({
      sessionId,
      messageId: versions.at(-1)?.messageId,
    })
    expect(await archive.side.findLastTouch(`${file_path}x`)).toBeNull()
    await archive.close()
    const [first] = texts
    if (first?.kind !== 'content') throw new Error('The first version is not there')
    const knownSha256 = versions.at(-1)?.sha256 ?? null
    expect(
      restoreFile({ project: cli.project.root, path: file_path, content: first.content, knownSha256 }),
    ).toMatchObject({
      kind: 'restored',
      diff: { kind: 'diff', added: 1, removed: 1 },
    })
    expect(cli.project.read('a.txt')).toBe('one\ntwo\n')
  })
})

describe('beside the SDK and the newer CLI', () => {
  it('settings come out as the SDK merges them', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-beside-')))
    const write = (name: string, content: object) => {
      mkdirSync(dirname(join(home, name)), { recursive: true })
      writeFileSync(join(home, name), JSON.stringify(content))
    }
    write('.claude/settings.json', {
      model: 'opus',
      permissions: { allow: ['Read', 'Bash(ls:*)'], deny: ['WebFetch'] },
      env: { ONE: '1', BOTH: 'user' },
      cleanupPeriodDays: 60,
    })
    write('project/.claude/settings.json', { permissions: { allow: ['Bash(ls:*)', 'Edit'] }, env: { BOTH: 'project' } })
    write('project/.claude/settings.local.json', { model: 'haiku', permissions: { ask: ['Write'] } })
    const project = join(home, 'project')
    const env = { HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') }
    const sdk = (await askSdk('resolveSettings', [{ cwd: project }], env)) as SdkSettings
    const { settings, provenance } = readSettings({ root: join(home, '.claude'), project })
    expect(settings).toEqual(sdk.effective)
    for (const key of ['model', 'cleanupPeriodDays']) expect(provenance[key]).toEqual([sdk.provenance[key]?.source])
    expect(provenance).toMatchObject({ 'env.BOTH': ['project'], 'permissions.allow': ['user', 'project'] })
    rmSync(home, { recursive: true })
  })

  it('a command becomes what we say it does', async () => {
    const model = await startScriptedModel()
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-beside-')))
    const cli = new ScenarioCli({ version: '2.1.325', home, model })
    const bodies = {
      all: 'Zero=$0 One=$1 A0=$ARGUMENTS[0] A9=$ARGUMENTS[9] All=$ARGUMENTS esc=\\$1 x$1y $12 <$ARGUMENTS>',
      none: 'Nothing here.',
      named: 'Hi $who do $what $whoever $0',
      only: 'Only $1.',
    }
    for (const [name, body] of Object.entries(bodies))
      cli.home.write(
        `.claude/commands/${name}.md`,
        name === 'named' ? `---\narguments: [who, what]\n---\n${body}` : body,
      )
    await cli.start()
    const calls = ['all "a b" c', 'all q', 'none', 'none some args', 'named ada it', 'named ada', 'only x', 'only x y']
    for (const call of calls) {
      const name = call.split(' ')[0] as keyof typeof bodies
      await cli.turn(`/${call}`)
      const wanted = expandCommand(bodies[name], call.slice(name.length + 1), name === 'named' ? ['who', 'what'] : [])
      expect(model.lastUserText().endsWith(`\n${wanted}`), `${call}: ${model.lastUserText()} ends with ${wanted}`).toBe(
        true,
      )
    }
    await cli.stop()
    await model.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })
})
