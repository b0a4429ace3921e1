import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLI_VERSIONS, openPaired } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FOLLOW_MS } from '../../../packages/web/src/panels/use-followed-text.ts'
import { PageStage } from '../../stages/page-stage.ts'
import { makePdf } from '../../stages/sample-files.ts'

describe.each(CLI_VERSIONS)('what was done with another input than asked, with the real CLI %s', (version) => {
  let stage: PageStage
  let path: (name: string) => string
  let id: string

  beforeAll(async () => {
    stage = await PageStage.set(version)
    path = (name) => join(stage.hub.project, name)
    writeFileSync(path('numbers.txt'), 'one\ntwo\nthree\n')
  })
  afterAll(() => stage.clear())

  /** Changes the input on the card of a tool, and allows it. */
  async function allowChanged(tool: string, from: string, to: string) {
    const card = stage.page.getByRole('group', { name: `Approval: ${tool}` })
    const edit = card.getByRole('textbox', { name: 'Edit input' })
    await edit.focus()
    const text = await edit.inputValue()
    expect(text).toContain(from)
    await edit.fill(text.replace(from, to))
    await card.getByRole('button', { name: 'Allow once' }).click()
    await card.getByText(from).first().waitFor({ state: 'detached' })
  }

  const call = (name: RegExp) => stage.transcript.getByRole('article', { name })

  async function seesFiles(mark: string) {
    const written = call(new RegExp(`^Write, note\\.txt, ${mark} · new file · \\+1`))
    await written.getByRole('region', { name: 'note.txt' }).getByText('as changed').waitFor()
    await written.getByText('As asked', { exact: true }).click()
    await written.getByText('as asked by Claude').waitFor()
    const edited = call(new RegExp(`^Edit, numbers\\.txt, ${mark} · \\+1 −1`))
    await edited.getByRole('row').filter({ hasText: 'deux' }).waitFor()
    expect(await edited.getByRole('row').filter({ hasText: 'zwei' }).count()).toBe(0)
    await edited.getByText('As asked', { exact: true }).click()
    await edited.getByText('zwei').waitFor()
  }

  async function seesCommand() {
    const ran = call(/^Bash, touch really-ran\.txt, modified by you/)
    await ran.getByRole('region', { name: 'Command and output' }).getByText('touch really-ran.txt').waitFor()
    expect(await ran.getByText('touch harmless.txt').isVisible()).toBe(false)
    await ran.getByText('As asked', { exact: true }).click()
    await ran.getByText('touch harmless.txt').waitFor()
  }

  it('is shown as it was done and says so, after a reload too', async () => {
    const { hub, page } = stage
    const edit = { file_path: path('numbers.txt'), old_string: 'two', new_string: 'zwei' }
    hub.model.script('Do three things.', [
      { tools: [{ name: 'Bash', input: { command: 'touch harmless.txt', description: 'Make a harmless file' } }] },
      { tools: [{ name: 'Write', input: { file_path: path('note.txt'), content: 'as asked by Claude' } }] },
      { tools: [{ name: 'Read', input: { file_path: path('numbers.txt') } }] },
      { tools: [{ name: 'Edit', input: edit }] },
      { text: 'Three things done.' },
    ])
    id = await hub.begin({ prompt: 'Do three things.' })
    await stage.show(id)
    await allowChanged('Bash', 'harmless.txt', 'really-ran.txt')
    await allowChanged('Write', 'as asked by Claude', 'as changed')
    await allowChanged('Edit', 'zwei', 'deux')
    await stage.says('Three things done.')
    expect([existsSync(path('really-ran.txt')), existsSync(path('harmless.txt'))]).toEqual([true, false])
    expect(readFileSync(path('note.txt'), 'utf8')).toBe('as changed')
    expect(readFileSync(path('numbers.txt'), 'utf8')).toBe('one\ndeux\nthree\n')
    await seesCommand()
    await seesFiles('modified by you')
    await page.reload()
    await stage.says('Three things done.')
    await seesCommand()
    await seesFiles('modified by you')
  })

  it('is exported as it was done, with what was asked', async () => {
    const { server } = stage.hub
    const headers = { authorization: `Bearer ${server.token}` }
    const read = async (format: string) =>
      (await fetch(`${server.url}/api/claude/sessions/${id}/export?format=${format}`, { headers })).text()
    const markdown = await read('md')
    expect(markdown).toMatch(
      /Bash: touch really-ran\.txt — done, .*modified by you\n[\s\S]*As asked[\s\S]*touch harmless\.txt/,
    )
    expect(markdown).toMatch(/Write: .*modified by you\n[\s\S]*"as changed"[\s\S]*As asked[\s\S]*"as asked by Claude"/)
    const page = await read('html')
    expect(page).toMatch(/<b>Bash<\/b>: touch really-ran\.txt — done, [^<]*modified by you<\/summary>/)
    expect(page).toMatch(
      /<b>Edit<\/b>[^<]*modified by you<\/summary>[\s\S]*deux[\s\S]*<summary>As asked<\/summary>[\s\S]*zwei/,
    )
  })

  it('is told by the results of files alone where only the transcript is left, which has no word of a command', async () => {
    const { hub } = stage
    await hub.stop(id)
    await hub.server.end()
    rmSync(join(hub.data, 'sessions', id), { recursive: true })
    await hub.start()
    await openPaired(stage.page, hub.server)
    await stage.show(id)
    await stage.says('Three things done.')
    await seesFiles('changed before it ran')
    await call(/^Bash, Make a harmless file/).waitFor()
  })
})

describe('what tools say while they run and afterwards, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
  })
  afterAll(() => stage.clear())

  const call = (name: RegExp) => stage.transcript.getByRole('article', { name })

  /** A command that writes a line, and another when it is let go on. */
  function countTo(gate: string, description: string) {
    return {
      command: `echo one heron; until [ -e ${gate} ]; do sleep 0.1; done; echo two herons; sleep 30`,
      description,
    }
  }

  it('a command shows what it has written so far, while it runs', async () => {
    const { hub } = stage
    const gate = join(hub.project, 'gate')
    hub.model.script('Count.', [
      { tools: [{ name: 'Bash', input: countTo(gate, 'Counts herons') }] },
      { text: 'Counted.' },
    ])
    const id = await hub.begin({ prompt: 'Count.', allowedTools: ['Bash'] })
    await stage.show(id)
    const counting = call(/^Bash, Counts herons, running/)
    await counting.locator('summary').first().click()
    const output = counting.getByRole('region', { name: 'Command and output' })
    await output.getByText(/^one heron$/m).waitFor()
    writeFileSync(gate, '')
    await output
      .locator('pre')
      .filter({ hasText: /^one heron\ntwo herons/ })
      .waitFor()
    expect(await stage.page.getByRole('complementary', { name: 'Tasks' }).getByText('Counts herons').count()).toBe(0)
    await stage.button('Stop').click()
    await stage.isStatus('idle')
  })

  it('a task in the background shows what it writes, as long as its output is open', async () => {
    const { hub, page } = stage
    const gate = join(hub.project, 'other-gate')
    const input = { ...countTo(gate, 'Counts on'), run_in_background: true }
    hub.model.script('Count on.', [{ tools: [{ name: 'Bash', input }] }, { text: 'It counts.' }])
    const id = await hub.begin({ prompt: 'Count on.', allowedTools: ['Bash'] })
    await stage.show(id)
    await stage.says('It counts.')
    const panel = page.getByRole('complementary', { name: 'Tasks' })
    const asked: string[] = []
    page.on('request', (request) => void (request.url().includes('/output') && asked.push(request.url())))
    const button = panel.getByRole('button', { name: 'Output of Counts on' })
    await button.click()
    await panel.getByText('one heron').waitFor()
    writeFileSync(gate, '')
    await panel.getByText('two herons').waitFor()
    await button.click()
    await panel.getByText('two herons').waitFor({ state: 'detached' })
    const before = asked.length
    // Longer than until it would be read again.
    await page.waitForTimeout(1.5 * FOLLOW_MS)
    expect(asked.length).toBe(before)
    await panel.getByRole('button', { name: 'Stop Counts on' }).click()
  })

  it('an agent in the background that was stopped says so in its line', async () => {
    const { hub } = stage
    const prompt = 'Look for herons.'
    hub.model.script(prompt, [{ text: 'One heron after another, and ever more of them. '.repeat(60), delayMs: 500 }])
    const input = { description: 'Looks for herons', subagent_type: 'general-purpose', prompt, run_in_background: true }
    hub.model.script('Send one.', [{ tools: [{ name: 'Agent', input }] }, { text: 'Sent.' }])
    const id = await hub.begin({ prompt: 'Send one.' })
    await stage.show(id)
    await stage.says('Sent.')
    await call(/^Agent, Looks for herons, at work/)
      .getByRole('button', { name: 'Stop this agent' })
      .click()
    await call(/^Agent, Looks for herons, stopped/).waitFor()
  })

  it('a PDF that was read can be saved, as it is, and is opened nowhere', async () => {
    const { hub, page } = stage
    const file_path = join(hub.project, 'tides.pdf')
    writeFileSync(file_path, makePdf('Tides of the week'))
    hub.model.script('Read the tides.', [{ tools: [{ name: 'Read', input: { file_path } }] }, { text: 'Read.' }])
    await stage.show(await hub.converse('Read the tides.'))
    await stage.says('Read.')
    const read = call(/^Read, tides\.pdf/)
    await read.locator('summary').first().click()
    const before = page.context().pages().length
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      read.getByRole('button', { name: 'Save tides.pdf' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('tides.pdf')
    expect(readFileSync(await download.path())).toEqual(readFileSync(file_path))
    expect(page.context().pages()).toHaveLength(before)
  })

  it('an error of a tool says what was wrong, without the marks it had for the model', async () => {
    const { hub } = stage
    const file_path = join(hub.project, 'never-there.txt')
    const edit = { file_path, old_string: 'a', new_string: 'b' }
    hub.model.script('Edit nothing.', [{ tools: [{ name: 'Edit', input: edit }] }, { text: 'No.' }])
    await stage.show(await hub.converse('Edit nothing.', { permissionMode: 'acceptEdits' }))
    await stage.says('No.')
    const failed = call(/^Edit, never-there\.txt, failed/)
    await failed.locator('summary').first().click()
    const words = await failed.locator('.error').innerText()
    expect(words).toMatch(/^[A-Z]/)
    expect(words).not.toMatch(/tool_use_error|^Error: /)
  })
})
