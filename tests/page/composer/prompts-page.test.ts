import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLI_VERSIONS, openPaired, type Step } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../scripts/root.ts'
import { PageStage } from '../../stages/page-stage.ts'

const MCP_SERVER = join(root, 'packages/testkit/fixtures/mcp-server.mjs')
const toOptions = (...labels: string[]) => labels.map((label) => ({ label, description: `About ${label}` }))

/** The CLI names a file for the plan, and lets the model write there without asking. */
function propose(plan: string): Step[] {
  const write = (messages: unknown) => {
    const path = JSON.stringify(messages).match(/\/[^\s"`\\]*\/plans\/[^\s"`\\]*\.md/)?.[0] ?? ''
    return { tools: [{ name: 'Write', input: { file_path: path, content: plan } }] }
  }
  return [write, { tools: [{ name: 'ExitPlanMode', input: {} }] }]
}

describe.each(CLI_VERSIONS)('what Claude asks, with the real CLI %s in a real browser', (version) => {
  let stage: PageStage

  beforeAll(async () => {
    stage = await PageStage.set(version, ['--allow-config'])
  })
  afterAll(() => stage.clear())

  it('is a question with one answer, one with several and one in other words, all sent at once', async () => {
    const { page, hub } = stage
    const questions = [
      { question: 'Which colour?', header: 'Colour', options: toOptions('Red', 'Blue'), multiSelect: false },
      { question: 'Which sizes?', header: 'Sizes', options: toOptions('S', 'M', 'L'), multiSelect: true },
      { question: 'Which name?', header: 'Name', options: toOptions('Ada', 'Bob'), multiSelect: false },
    ]
    hub.model.script('Ask me.', [{ tools: [{ name: 'AskUserQuestion', input: { questions } }] }, { text: 'Thanks.' }])
    await stage.show(await hub.begin({ prompt: 'Ask me.' }))
    await stage.isStatus('awaiting answer')
    const form = page.getByRole('form', { name: 'Question' })
    await form.getByText('Claude asks 3 things').waitFor()
    const submit = form.getByRole('button', { name: 'Submit answers' })
    expect(await submit.isDisabled()).toBe(true)
    await form.getByRole('group', { name: 'Which colour?' }).getByRole('radio', { name: 'Blue' }).check()
    const sizes = form.getByRole('group', { name: 'Which sizes?' })
    await sizes.getByRole('checkbox', { name: /^S/ }).check()
    await sizes.getByRole('checkbox', { name: /^L/ }).check()
    await form.getByRole('group', { name: 'Which name?' }).getByRole('textbox', { name: 'Other' }).fill('Grace')
    await submit.click()
    await stage.says('Thanks.')
    for (const words of ['Which colour?', 'Blue', 'S, L', 'Grace']) expect(hub.knows(words), words).toBe(true)
    await form.waitFor({ state: 'detached' })
  })

  it('is a question that may be skipped', async () => {
    const { page, hub } = stage
    const question = { question: 'Now?', header: 'When', options: toOptions('Yes', 'No'), multiSelect: false }
    const ask = { tools: [{ name: 'AskUserQuestion', input: { questions: [question] } }] }
    hub.model.script('Ask me again.', [ask, { text: 'Then not.' }])
    await stage.show(await hub.begin({ prompt: 'Ask me again.' }))
    await page.getByRole('form', { name: 'Question' }).getByRole('button', { name: 'Skip' }).click()
    await stage.says('Then not.')
    expect(hub.knows('The user skipped the question.')).toBe(true)
  })

  it('is a plan that is sent back with words, and then approved with edits accepted', async () => {
    const { page, hub } = stage
    const path = join(hub.project, `planned-${version}.txt`)
    hub.model.script('Plan it.', [
      ...propose('# First plan\n\n- make a file'),
      ...propose('# Second plan\n\n- make a file with **x**'),
      { tools: [{ name: 'Write', input: { file_path: path, content: 'x' } }] },
      { text: 'Carried out.' },
    ])
    await stage.show(await hub.begin({ prompt: 'Plan it.', permissionMode: 'plan' }))
    const card = page.getByRole('group', { name: 'Plan', exact: true })
    await card.getByRole('heading', { name: 'First plan' }).waitFor()
    await card.getByRole('textbox', { name: 'What to change' }).fill('Say what is in it.')
    await card.getByRole('button', { name: 'Keep planning' }).click()
    await card.getByRole('heading', { name: 'Second plan' }).waitFor()
    // In the inbox nothing else says what is planned.
    const here = page.url()
    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await card.getByRole('heading', { name: 'Second plan' }).waitFor()
    await page.goto(here)
    await card.getByRole('heading', { name: 'Second plan' }).waitFor()
    expect(hub.knows('Say what is in it.')).toBe(true)
    await card.getByRole('button', { name: 'Approve and accept edits' }).click()
    await stage.says('Carried out.')
    expect(readFileSync(path, 'utf8')).toBe('x')
    const mode = page.getByRole('combobox', { name: 'Permission mode' })
    await expect.poll(() => mode.inputValue()).toBe('acceptEdits')
  })

  it('is answered on one screen and gone from the other, and both say how it went', async () => {
    const { page, hub, browser } = stage
    const path = join(hub.project, `shared-${version}.txt`)
    const run = { tools: [{ name: 'Bash', input: { command: `touch ${path}`, description: 'Makes a file' } }] }
    hub.model.script('Make it.', [run, { text: 'It is made.' }])
    const id = await hub.begin({ prompt: 'Make it.' })
    const second = await browser.context.newPage()
    await openPaired(second, hub.server)
    await second.goto(`${hub.server.url}/sessions/${id}`)
    await stage.show(id)
    const [here, there] = [page, second].map((each) => each.getByRole('group', { name: 'Approval: Bash' }))
    await there?.waitFor()
    await here?.getByRole('button', { name: 'Allow once' }).click()
    await there?.waitFor({ state: 'detached' })
    for (const each of [page, second])
      await each.getByRole('log', { name: 'Transcript' }).getByText('It is made.').waitFor()
    expect(existsSync(path)).toBe(true)
    await second.close()
  })

  it('is allowed for good by what the CLI proposes, in words that say where that is kept', async () => {
    const { page, hub } = stage
    const file = (name: string) => join(hub.project, `${name}-${version}.txt`)
    const write = (name: string) => ({ tools: [{ name: 'Write', input: { file_path: file(name), content: name } }] })
    hub.model.script('Write both.', [write('one'), write('two'), { text: 'Both are written.' }])
    // Nothing can be allowed before it is known what it would change.
    const looked = Promise.withResolvers<void>()
    await page.route('**/approvals/*/file', (route) => looked.promise.then(() => route.continue()))
    await stage.show(await hub.begin({ prompt: 'Write both.' }))
    const card = page.getByRole('group', { name: 'Approval: Write' })
    await card.getByText('one').first().waitFor()
    const always = card.getByRole('button', { name: 'Always allow…' })
    await always.press('Enter')
    expect(await always.getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('menuitem').count()).toBe(0)
    looked.resolve()
    await always.click()
    await page.getByRole('menuitem').first().click()
    await stage.says('Both are written.')
    await page.unroute('**/approvals/*/file')
    expect(readFileSync(file('two'), 'utf8')).toBe('two')
  })

  it.runIf(version !== '2.1.38')('is a form of a server, with its fields (2.1.38 has none)', async () => {
    const { page, hub } = stage
    hub.model.script('Book a room.', [{ tools: [{ name: 'mcp__desk__book', input: {} }] }, { text: 'Booked.' }])
    const mcpConfig = { mcpServers: { desk: { command: process.execPath, args: [MCP_SERVER] } } }
    await stage.show(await hub.begin({ prompt: 'Book a room.', mcpConfig, allowedTools: ['mcp__desk__book'] }))
    const card = page.getByRole('group', { name: 'Approval: desk' })
    await card.getByText('Which room?').waitFor()
    await card.getByRole('textbox').first().fill('12')
    await page.reload()
    await card.getByText('Which room?').waitFor()
    expect(await card.getByRole('textbox').first().inputValue()).toBe('12')
    await card.getByRole('button', { name: 'Submit' }).click()
    await stage.says('Booked.')
    expect(hub.knows('Room 12 is booked')).toBe(true)
  })
})
