import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

describe('rules of permission, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  let id: string
  /** Of the person, for this project. */
  let path: string

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
    path = join(stage.hub.project, '.claude/settings.local.json')
    mkdirSync(join(stage.hub.project, '.claude'), { recursive: true })
    id = await stage.hub.converse('First words.')
    await stage.show(id)
    await stage.isStatus('idle')
  })
  afterAll(() => stage.clear())

  /** The rules that the CLI goes by. */
  const told = async () => {
    const at = `/api/claude/sessions/${id}/control`
    return JSON.stringify((await stage.hub.call('POST', at, { subtype: 'list_permission_rules' })).body)
  }
  const change = (what: 'add' | 'remove', body: object) =>
    stage.hub.call('POST', `/api/claude/settings/${what}-rule`, {
      ...{ source: 'local', behavior: 'allow', cwd: stage.hub.project },
      ...body,
    })

  it('takes a rule back that allows something for good, and none that forbids', async () => {
    const { page, hub } = stage
    writeFileSync(path, JSON.stringify({ permissions: { allow: ['Bash(make:*)', 'Bash(ls:*)'], deny: ['WebFetch'] } }))
    await hub.until(async () => (await told()).includes('make:*'))
    await stage.message.fill('/permissions')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Permission rules' })
    const forbidden = panel.getByRole('region', { name: 'Never allowed' })
    await forbidden.getByText('WebFetch').waitFor()
    expect(await forbidden.getByRole('button').count()).toBe(0)
    await panel.getByRole('button', { name: 'Take back Bash(make:*)' }).press('Enter')
    await panel.getByText('Bash(make:*) is out of the file').waitFor()
    expect(await panel.getByRole('button', { name: 'Take back Bash(make:*)' }).count()).toBe(0)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      permissions: { allow: ['Bash(ls:*)'], deny: ['WebFetch'] },
    })
    await hub.until(async () => !(await told()).includes('make:*'))
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  it('are taken out of a file where they allow something, and not where they ask or deny', async () => {
    const { hub } = stage
    const before = {
      permissions: { allow: ['Bash(make:*)', 'Read'], deny: ['WebFetch'], ask: ['Edit'] },
      env: { A: '1' },
    }
    writeFileSync(path, JSON.stringify(before))
    const read = () => JSON.parse(readFileSync(path, 'utf8'))
    const remove = (rule: string, more: object = {}) => change('remove', { rule, ...more })

    for (const [rule, body, status] of [
      ['WebFetch', {}, 404],
      ['WebFetch', { behavior: 'deny' }, 403],
      ['Edit', { behavior: 'ask' }, 403],
      ['Read', { source: 'project' }, 404],
      ['Read', { source: 'managed' }, 400],
      ['Read', { cwd: hub.home }, 403],
      ['Read', { cwd: undefined }, 400],
    ] as const)
      expect(await remove(rule, body)).toMatchObject({ status })
    expect(read()).toEqual(before)

    expect(await remove('Bash(make:*)')).toEqual({ status: 200, body: { paths: [path], rule: 'Bash(make:*)' } })
    expect(read()).toEqual({ ...before, permissions: { ...before.permissions, allow: ['Read'] } })
    const audit = await hub.call('GET', '/api/audit?limit=20')
    expect(audit.body.items).toContainEqual(
      expect.objectContaining({ event: 'rule_removed', path, rule: 'Bash(make:*)' }),
    )
    writeFileSync(path, '{ // mine')
    expect(await remove('Read')).toMatchObject({ status: 403 })
    expect(readFileSync(path, 'utf8')).toBe('{ // mine')
    rmSync(path)
  })

  it('are added where they forbid or ask, for good, and the CLI goes by them', async () => {
    const { page, hub } = stage
    await stage.message.fill('/permissions')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Permission rules' })
    const form = panel.getByRole('form', { name: 'A new rule' })
    // What would allow more is not offered.
    await form.waitFor()
    expect(await form.getByRole('option').allInnerTexts()).toEqual([
      ...['Never allow', 'Always ask about'],
      ...['for you in this project', 'for everyone in this project', 'for you in every project'],
    ])
    await form.getByRole('textbox', { name: 'Rule' }).fill('Bash(touch:*)')
    await page.keyboard.press('Enter')
    await panel.getByText('Bash(touch:*) is in the file').waitFor()
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ permissions: { deny: ['Bash(touch:*)'] } })
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await hub.until(async () => (await told()).includes('touch:*'))
    hub.model.script('Touch it.', [
      { tools: [{ name: 'Bash', input: { command: 'touch never.txt' } }] },
      { text: 'I may not.' },
    ])
    await stage.message.fill('Touch it.')
    await page.keyboard.press('Enter')
    await stage.says('I may not.')
    expect(existsSync(join(hub.project, 'never.txt'))).toBe(false)
    rmSync(path)
  })

  it('that allow more are for the operator to permit, and so is a mode that asks nobody', async () => {
    const { hub, page } = stage
    expect(await change('add', { rule: 'Bash(ls:*)' })).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('--allow-config') } },
    })
    // What 2.1.38 would not understand, and pass over the whole file for; and what takes back what others forbid.
    for (const rule of ['Bash(', 'rm -rf', '', 'bash(rm:*)', 'Read(!.env)', 'mcp__x(y)'])
      expect(await change('add', { rule, behavior: 'deny' }), rule).toMatchObject({ status: 400 })
    expect(existsSync(path)).toBe(false)
    const kept = JSON.stringify({ permissions: { allow: ['Read(!.env)'] } })
    writeFileSync(path, kept)
    expect(await change('remove', { rule: 'Read(!.env)' })).toMatchObject({ status: 403 })
    expect(readFileSync(path, 'utf8')).toBe(kept)
    rmSync(path)
    const { port } = new URL(hub.server.url)
    const modes = () => page.getByRole('combobox', { name: 'Permission mode' }).locator('option').allInnerTexts()
    expect(await modes()).not.toContain('never ask: allow')
    await hub.server.stop()
    await hub.start('--port', port, '--allow-config', '--allow-bypass')
    expect(await change('add', { rule: 'Bash(ls:*)' })).toMatchObject({ status: 200, body: { paths: [path] } })
    expect(await change('add', { rule: 'WebFetch', behavior: 'deny' })).toMatchObject({ status: 200 })
    expect(await change('remove', { rule: 'WebFetch', behavior: 'deny' })).toMatchObject({ status: 200 })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ permissions: { allow: ['Bash(ls:*)'], deny: [] } })
    await expect.poll(modes).toContain('never ask: allow')
    rmSync(path)
  })

  it('are kept and taken out where a repository has them for all of its folders, and in the folder itself', async () => {
    const { hub } = stage
    const cwd = join(hub.project, 'packages/one')
    mkdirSync(join(hub.project, '.git'))
    mkdirSync(join(cwd, '.claude'), { recursive: true })
    await hub.converse('Trust this too.', { cwd })
    const paths = [path, join(cwd, '.claude/settings.local.json')]
    for (const each of paths) writeFileSync(each, JSON.stringify({ permissions: { allow: ['Read'] } }))
    expect(await change('add', { cwd, rule: 'WebFetch', behavior: 'deny' })).toMatchObject({
      status: 200,
      body: { paths },
    })
    expect(await change('remove', { cwd, rule: 'Read' })).toEqual({ status: 200, body: { paths, rule: 'Read' } })
    for (const each of paths)
      expect(JSON.parse(readFileSync(each, 'utf8'))).toEqual({ permissions: { allow: [], deny: ['WebFetch'] } })
  })
})
