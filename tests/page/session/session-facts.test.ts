import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPaired, startBrowser, writeSession } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

describe('what a session tells and what is told of it, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
    const { hub } = stage
    const write = (path: string, text: string) => {
      mkdirSync(join(hub.home, path, '..'), { recursive: true })
      writeFileSync(join(hub.home, path), text)
    }
    write('project/.claude/commands/land.md', '---\ndescription: Comes to land\n---\nLand.')
    write('project/.claude/skills/knots/SKILL.md', '---\nname: knots\ndescription: Ties knots\n---\nTie.')
    write('project/.claude/agents/scout.md', '---\nname: scout\ndescription: Looks ahead\n---\nLook.')
  })
  afterAll(() => stage.clear())

  const complementary = (name: string) => stage.page.getByRole('complementary', { name })

  it('what was pasted stands behind its place, and is read when it is opened', async () => {
    const { page, hub } = stage
    const prompt = 'See [Pasted text #1 +2 lines]'
    const { sessionId } = writeSession(hub.home, hub.project, 1, (line) => (line === 0 ? prompt : 'Seen.'))
    const pastedContents = { 1: { id: 1, type: 'text', content: 'A heron\nand a swift' } }
    const said = { display: prompt, pastedContents, timestamp: Date.now(), project: hub.project, sessionId }
    appendFileSync(join(hub.home, '.claude', 'history.jsonl'), `${JSON.stringify(said)}\n`)
    await stage.show(sessionId)
    await stage.says('Seen.')
    expect(await page.getByText('and a swift').count()).toBe(0)
    await stage.transcript.locator('summary', { hasText: 'Pasted text #1 +2 lines' }).press('Enter')
    await stage.says('and a swift')
  })

  it('an option of a question has its preview, and a plan is there to be viewed afterwards', async () => {
    const { page, hub } = stage
    const option = (label: string) => ({ label, description: `About ${label}`, preview: `## Sketch of ${label}` })
    const question = {
      question: 'Which one?',
      header: 'Bird',
      multiSelect: false,
      options: ['Heron', 'Swift'].map(option),
    }
    const plan = (messages: unknown) => {
      const path = JSON.stringify(messages).match(/\/[^\s"`\\]*\/plans\/[^\s"`\\]*\.md/)?.[0] ?? ''
      return { tools: [{ name: 'Write', input: { file_path: path, content: '# Raise the quay\n\n1. Measure it' } }] }
    }
    hub.model.script('Plan the quay.', [
      { tools: [{ name: 'AskUserQuestion', input: { questions: [question] } }] },
      plan,
      { tools: [{ name: 'ExitPlanMode', input: {} }] },
      { text: 'To work, then.' },
    ])
    await stage.show(await hub.begin({ prompt: 'Plan the quay.', permissionMode: 'plan' }))
    const form = page.getByRole('form', { name: 'Question' })
    await form.getByRole('radio', { name: 'Swift' }).check()
    await form.getByRole('heading', { name: 'Sketch of Swift' }).waitFor()
    expect(await form.getByText('Sketch of Heron').count()).toBe(0)
    await form.getByRole('radio', { name: 'Heron' }).check()
    await form.getByRole('heading', { name: 'Sketch of Heron' }).waitFor()
    await stage.button('Submit answers').click()
    await stage.button('Approve and ask').click()
    await stage.says('To work, then.')
    await complementary('Plan').getByText('approved').waitFor()
    await complementary('Plan').getByRole('button', { name: 'View plan' }).click()
    const dialog = page.getByRole('dialog', { name: 'The plan' })
    await dialog.getByRole('heading', { name: 'Raise the quay' }).waitFor()
    await dialog.getByText('You approved it.').waitFor()
    await page.keyboard.press('Escape')
    await page.reload()
    await complementary('Plan').getByRole('button', { name: 'View plan' }).waitFor()
  })

  it('says why it is silent: for whom it waits, and for which tool', async () => {
    const { hub } = stage
    const gate = join(hub.project, 'gate')
    const command = `until [ -e ${gate} ]; do sleep 0.1; done`
    hub.model.script('Wait for it.', [
      { text: 'A moment, and then it begins.', isHeldBack: true, tools: [{ name: 'Bash', input: { command } }] },
      { text: 'It has come.' },
    ])
    await stage.show(await hub.begin({ prompt: 'Wait for it.', allowedTools: ['Bash'] }))
    await hub.model.holding()
    await stage.isStatus('Waits for the API')
    hub.model.release()
    await stage.isStatus('Waits for Bash')
    const running = stage.transcript.getByRole('article', { name: /^Bash.*running/ })
    await running.getByText(/running · \d+ s/).waitFor()
    writeFileSync(gate, '')
    await stage.says('It has come.')
    await stage.isStatus('idle')
    expect(await stage.status.innerText()).not.toContain('Waits')
  })

  it('an agent says how it fares, and is stopped by its button', async () => {
    const { hub } = stage
    const input = { subagent_type: 'general-purpose', description: 'Watch birds', prompt: 'Watch the harbour.' }
    hub.model.script('Send a watch.', [{ tools: [{ name: 'Agent', input }] }, { text: 'The watch is over.' }])
    hub.model.script('Watch the harbour.', [{ text: 'A heron stands there, and it is tall.', holdAfterDeltas: 1 }])
    await stage.show(await hub.begin({ prompt: 'Send a watch.' }))
    await hub.model.holding()
    const agent = stage.transcript.getByRole('article', { name: /^Agent, Watch birds/ })
    await agent.getByText('It is at work').waitFor()
    await agent.getByRole('button', { name: 'Stop this agent' }).click()
    await stage.says('“Watch birds” was stopped.')
    await agent.getByText('It was stopped').waitFor()
    expect(await agent.getByRole('button', { name: 'Stop this agent' }).count()).toBe(0)
    hub.model.release()
  })

  it('goes out of the house as Markdown, as a page and as the CLI wrote it', async () => {
    const { page, hub } = stage
    hub.model.script('Write it down.', [{ text: 'It is **written**.' }])
    const id = await hub.converse('Write it down.')
    await stage.show(id)
    await stage.says('written')
    for (const [name, words, ending] of [
      ['Markdown', 'It is **written**.', '.md'],
      ['HTML', '<!doctype html>', '.html'],
      ['As the CLI wrote it', `"session_id":"${id}"`, '.jsonl'],
    ] as const) {
      await stage.button('Export').click()
      const coming = page.waitForEvent('download')
      await page.getByRole('menu', { name: 'Export' }).getByRole('menuitem', { name }).click()
      const download = await coming
      expect(download.suggestedFilename().endsWith(ending), download.suggestedFilename()).toBe(true)
      expect(readFileSync(await download.path(), 'utf8').toLowerCase()).toContain(words.toLowerCase())
    }
  })

  it('a long one tells of all of it beside the conversation, before and after it goes on', async () => {
    const { page, hub, message } = stage
    // The folder is trusted from then on.
    await hub.begin({})
    const { sessionId } = writeSession(hub.home, hub.project, 300)
    await stage.show(sessionId)
    await stage.says('Line 599.')
    await stage.isStatus('ended')
    const info = complementary('Session info')
    await info.getByText('300', { exact: true }).waitFor()
    expect(await page.getByText('newest part').count()).toBe(0)
    hub.model.script('One more.', [{ text: 'That is it.' }])
    await message.fill('One more.')
    await page.keyboard.press('Enter')
    await stage.says('That is it.')
    await info.getByText('301', { exact: true }).waitFor()
  })

  it('has its facts in a panel, and what Claude has there in Help', async () => {
    const { page, hub } = stage
    const id = await hub.converse('What is there?')
    await stage.show(id)
    const info = complementary('Session info')
    for (const words of [hub.project, '2.1.325', `claude --resume ${id}`]) await info.getByText(words).first().waitFor()
    for (const name of ['Folder', 'Model', 'Claude Code', 'Turns'])
      await info.getByText(name, { exact: true }).waitFor()
    await stage.message.fill('/kno')
    await page.getByRole('option', { name: '/knots' }).filter({ hasText: 'Ties knots' }).waitFor()
    await stage.message.fill('/lan')
    await page.getByRole('option', { name: '/land' }).filter({ hasText: 'Comes to land' }).waitFor()
    await stage.message.fill('')
    await page.getByRole('link', { name: 'Help' }).click()
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'What is there?' }).waitFor()
    for (const [list, name] of [
      ['Commands', '/land'],
      ['Skills', '/knots'],
      ['Tools', 'Bash'],
      ['Agents', 'scout'],
    ] as const) {
      await main.locator('summary', { hasText: list }).click()
      await main.getByRole('list', { name: list }).getByText(name, { exact: true }).first().waitFor()
    }
    await main.getByText('Claude Code 2.1.325').waitFor()
  })

  it('a new one is begun in a folder that was worked in last, by one press', async () => {
    const { page, hub } = stage
    const other = join(hub.home, 'harbour')
    mkdirSync(other)
    await hub.converse('Here.')
    await hub.converse('Elsewhere.', { cwd: other })
    await stage.button('New session').click()
    const recent = page.getByRole('list', { name: 'Recent projects' }).getByRole('button').first()
    const path = await recent.getAttribute('title')
    expect([hub.project, other]).toContain(path)
    // On a small phone too the end of the path is in sight, which says what folder it is.
    await page.setViewportSize({ width: 280, height: 640 })
    await recent.click()
    const field = page.getByRole('textbox', { name: 'Project folder' })
    expect(await field.inputValue()).toBe(path)
    const toHidden = () => field.evaluate((part) => part.scrollWidth - part.clientWidth - part.scrollLeft)
    await expect.poll(toHidden).toBeLessThanOrEqual(1)
    expect(await field.evaluate((part) => part.scrollLeft)).toBeGreaterThan(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await stage.button('Cancel').click()
  })

  it('Enter begins a line where Settings say so, and Ctrl with Enter sends', async () => {
    const { page, hub } = stage
    hub.model.script('one\ntwo', [{ text: 'Two lines.' }])
    const id = await hub.converse('Before the lines.')
    await page.goto(`${hub.server.url}/settings`)
    const enter = page.getByRole('checkbox', { name: 'Enter sends' })
    await enter.uncheck()
    await stage.show(id)
    await stage.message.focus()
    await page.keyboard.type('one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two')
    expect(await stage.message.inputValue()).toBe('one\ntwo')
    await page.keyboard.press('Control+Enter')
    await stage.says('Two lines.')
    await page.goto(`${hub.server.url}/settings`)
    await enter.check()
  })

  it('Settings say who is logged in and which devices are let in, which are renamed and revoked there', async () => {
    const { page, hub } = stage
    const other = await startBrowser()
    const guest = await other.context.newPage()
    await openPaired(guest, hub.server)
    await page.goto(`${hub.server.url}/settings`)
    const section = page.getByRole('region', { name: 'Claude Code' })
    await section.getByText('Login', { exact: true }).waitFor()
    await section.getByText('By the key of ANTHROPIC_API_KEY Quarterdeck never sees what it logs in with.').waitFor()
    await section.getByText('2.1.325').waitFor()
    const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
    await devices.nth(1).waitFor()
    await devices.filter({ hasText: 'this browser' }).waitFor()
    const theirs = devices.filter({ hasNotText: 'this browser' })
    await theirs.getByRole('button', { name: /^Rename/ }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The guest')
    await page.keyboard.press('Enter')
    await devices.filter({ hasText: 'The guest' }).waitFor()
    await page.getByRole('button', { name: 'Revoke The guest…' }).click()
    await page.getByRole('button', { name: 'Revoke The guest', exact: true }).click()
    await guest.getByRole('heading', { name: 'This browser is not paired any more' }).waitFor()
    await devices.filter({ hasText: 'The guest' }).waitFor({ state: 'detached' })
    await other.close()
  })
})
