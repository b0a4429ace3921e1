import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from './page-stage.ts'

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

  it('takes a rule back that allows something for good, and none that forbids', async () => {
    const { page, hub } = stage
    writeFileSync(path, JSON.stringify({ permissions: { allow: ['Bash(make:*)', 'Bash(ls:*)'], deny: ['WebFetch'] } }))
    const told = async () => {
      const at = `/api/claude/sessions/${id}/control`
      return JSON.stringify((await hub.call('POST', at, { subtype: 'list_permission_rules' })).body)
    }
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
    const remove = (rule: string, more: object = {}) =>
      hub.call('POST', '/api/claude/settings/remove-allow-rule', { source: 'local', cwd: hub.project, rule, ...more })

    for (const [rule, body, status] of [
      ['WebFetch', {}, 404],
      ['Edit', {}, 404],
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

  it('are taken out where a repository keeps them for all of its folders', async () => {
    const { hub } = stage
    const cwd = join(hub.project, 'packages/one')
    mkdirSync(join(hub.project, '.git'))
    mkdirSync(join(cwd, '.claude'), { recursive: true })
    await hub.converse('Trust this too.', { cwd })
    const paths = [path, join(cwd, '.claude/settings.local.json')]
    for (const each of paths) writeFileSync(each, JSON.stringify({ permissions: { allow: ['Read'] } }))
    const body = { source: 'local', cwd, rule: 'Read' }
    const answer = await hub.call('POST', '/api/claude/settings/remove-allow-rule', body)
    expect(answer).toEqual({ status: 200, body: { paths, rule: 'Read' } })
    for (const each of paths) expect(JSON.parse(readFileSync(each, 'utf8'))).toEqual({ permissions: { allow: [] } })
  })
})
