import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

type Role = Parameters<Locator['getByRole']>[0]

/** As somebody uses the page who knows nothing of it but the names that it promises. */
describe('the names that the page promises', () => {
  let stage: PageStage
  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
  })
  afterAll(() => stage.clear())

  const find = (role: Role, name: string, within: Pick<Locator, 'getByRole'> = stage.page) =>
    within.getByRole(role, { name, exact: true }).first()
  const see = async (role: Role, names: readonly string[], within?: Pick<Locator, 'getByRole'>) => {
    for (const name of names) await find(role, name, within).waitFor()
  }

  it('lead a new session from its folder to its first answer', async () => {
    const { page, hub } = stage
    const folder = join(hub.home, 'elsewhere')
    mkdirSync(folder)
    hub.model.script('Hello there.', [{ thinking: 'They greet me.', text: 'Hello to you.' }])
    await see('link', ['Inbox', 'Sessions', 'Search', 'Usage', 'Files', 'Prompts', 'Settings', 'Help'])
    await find('button', 'New session').click()
    const dialog = find('dialog', 'New session')
    await see('combobox', ['Model', 'Permission mode'], dialog)
    await find('textbox', 'Project folder', dialog).fill(folder)
    await find('checkbox', 'I trust this folder', dialog).check()
    await find('textbox', 'Prompt', dialog).fill('Hello there.')
    await find('button', 'Start', dialog).click()
    await stage.says('Hello to you.')
    const articles = stage.transcript.getByRole('article')
    const names = await articles.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    expect(names.some((name) => name.startsWith('You'))).toBe(true)
    expect(names.some((name) => name.startsWith('Claude'))).toBe(true)
    const thinking = find('group', 'Thinking', stage.transcript)
    await thinking.waitFor()
    expect(await thinking.getByText('They greet me.').isVisible()).toBe(false)
    await stage.isStatus('idle')
    const item = find('list', 'Sessions').getByRole('listitem').filter({ hasText: 'Hello there.' })
    await item.filter({ hasText: 'elsewhere' }).waitFor()
    await see('combobox', ['Model', 'Permission mode'])
    await see('meter', ['Context'])
    await see('group', ['Cost'])
    await see('button', ['Send', 'Attach'])
    expect(await page.title()).not.toBe('')
  })

  it('let a tool be edited, refused with a reason and the turn be stopped', async () => {
    const { hub } = stage
    const write = (name: string, content: string) => ({
      tools: [{ name: 'Write', input: { file_path: join(hub.project, name), content } }],
    })
    hub.model.script('Write twice.', [write('one.txt', 'one'), write('two.txt', 'two'), { text: 'Not said.' }])
    const id = await hub.begin({ prompt: 'Write twice.' })
    await stage.show(id)
    const approval = find('group', 'Approval: Write')
    await see('textbox', ['Edit input', 'Reason'], approval)
    await see('button', ['Always allow…', 'Deny'], approval)
    await find('button', 'Stop').waitFor()
    await find('button', 'Allow once', approval).click()
    await approval.getByText('two.txt').first().waitFor()
    await find('link', 'Inbox').click()
    const inboxed = find('group', 'Approval: Write', stage.page.getByRole('main'))
    await inboxed.getByText('two.txt').first().waitFor()
    await stage.page.goBack()
    await find('textbox', 'Reason', approval).fill('Not that one.')
    await find('checkbox', 'Stop the turn', approval).check()
    await find('button', 'Deny', approval).click()
    await approval.waitFor({ state: 'detached' })
    await stage.isStatus('idle')
    await find('button', 'Stop').waitFor({ state: 'detached' })
    expect(hub.knows('Not said.')).toBe(false)
  })

  it('show what a subagent says inside of its call', async () => {
    const { hub } = stage
    const input = { subagent_type: 'general-purpose', description: 'Look around', prompt: 'Look at the walls.' }
    hub.model.script('Send someone.', [{ tools: [{ name: 'Agent', input }] }, { text: 'Someone was sent.' }])
    hub.model.script('Look at the walls.', [{ text: 'They are white.' }])
    await stage.show(await hub.begin({ prompt: 'Send someone.', permissionMode: 'acceptEdits' }))
    await stage.says('Someone was sent.')
    const call = stage.transcript.getByRole('article').filter({ hasText: 'Look around' }).first()
    const inside = find('group', 'Subagent', call)
    await inside.getByText('They are white.').waitFor()
    // One that was seen at work stands open still.
    const isOpen = (await call.locator('details[open]').count()) > 0
    if (!isOpen) await call.getByText('Look around').first().click()
    await inside
      .getByRole('article', { name: /^Claude/ })
      .getByText('They are white.')
      .waitFor()
  })

  it('offer three ways on from a plan', async () => {
    const { hub } = stage
    const plan = (messages: unknown) => {
      const path = JSON.stringify(messages).match(/\/[^\s"`\\]*\/plans\/[^\s"`\\]*\.md/)?.[0] ?? ''
      return { tools: [{ name: 'Write', input: { file_path: path, content: '# A plan' } }] }
    }
    hub.model.script('Plan it.', [plan, { tools: [{ name: 'ExitPlanMode', input: {} }] }, { text: 'As you like.' }])
    await stage.show(await hub.begin({ prompt: 'Plan it.', permissionMode: 'plan' }))
    const card = find('group', 'Plan')
    await see('button', ['Approve and accept edits', 'Keep planning'], card)
    await find('button', 'Approve and ask', card).click()
    await stage.says('As you like.')
  })

  it('stand on the panels of a session, and on one that has ended', async () => {
    const { hub } = stage
    const id = await hub.converse('What is there?')
    await stage.show(id)
    await see('button', ['Fork', 'Rename', 'Export'])
    await see('complementary', ['Tasks', 'MCP servers', 'Files changed', 'Session info'])
    await hub.call('DELETE', `/api/claude/sessions/${id}`)
    await find('button', 'Resume').waitFor()
  })

  it('stand on every view', async () => {
    const { page, hub } = stage
    const said = { display: 'Said in a terminal.', pastedContents: {}, timestamp: Date.now(), project: hub.project }
    writeFileSync(join(hub.home, '.claude', 'history.jsonl'), `${JSON.stringify(said)}\n`)
    await find('link', 'Sessions').click()
    await find('table', 'All sessions').waitFor()
    await find('link', 'Search').click()
    await find('searchbox', 'Search history').fill('Hello to you')
    await find('list', 'Results').getByRole('link').first().waitFor()
    await find('link', 'Usage').click()
    await find('group', 'Date range').waitFor()
    await page.getByRole('figure').getByRole('button', { name: 'Show table' }).first().waitFor()
    await find('link', 'Prompts').click()
    await find('searchbox', 'Search prompts').waitFor()
    await find('list', 'Prompts').getByRole('button', { name: 'Use again' }).first().waitFor()
    await find('link', 'Files').click()
    await see('list', ['Files', 'Versions'])
    await see('region', ['Diff'])
    await page.getByRole('button', { name: 'Restore…' }).first().waitFor()
  })

  it('open by keys everywhere, and tell when the server is away', async () => {
    const { page, hub } = stage
    await find('link', 'Usage').click()
    await page.keyboard.press('Control+K')
    await find('dialog', 'Command palette').waitFor()
    await page.keyboard.press('Escape')
    await find('dialog', 'Command palette').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await find('dialog', 'Keyboard shortcuts').waitFor()
    await page.keyboard.press('Escape')
    await hub.server.end()
    await page.getByRole('alert', { name: 'Connection' }).waitFor()
    await hub.start()
  })
})
