import { CLI_VERSIONS, writeSession } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

describe.each(CLI_VERSIONS)(
  'a session and what stands beside it, with the real CLI %s in a real browser',
  (version) => {
    let stage: PageStage

    beforeAll(async () => {
      stage = await PageStage.set(version)
    })
    afterAll(() => stage.clear())

    it('is continued from the dialog: the newest of its folder, with all that was said there', async () => {
      const { page, hub } = stage
      writeSession(hub.home, hub.project, 1, () => 'An older one.')
      const newest = await hub.converse('The word is pelican.')
      await hub.stop(newest)
      await page.goto(hub.server.url)
      await page.getByRole('button', { name: 'New session' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'New session' })
      await dialog.getByRole('textbox', { name: 'Project folder' }).fill(hub.project)
      await dialog
        .getByRole('checkbox', { name: 'Continue the last session of this folder “The word is pelican.”' })
        .check()
      hub.model.script('Which word?', [{ text: 'Pelican it was.' }])
      await dialog.getByRole('textbox', { name: 'Prompt' }).fill('Which word?')
      await dialog.getByRole('button', { name: 'Start' }).click()
      await stage.says('Pelican it was.')
      expect(page.url()).toBe(`${hub.server.url}/sessions/${newest}`)
      expect(hub.knows('The word is pelican.')).toBe(true)
      expect(hub.knows('An older one.')).toBe(false)
    })

    it('says what fills its context, and when that is nearly full', async () => {
      const { page, hub } = stage
      hub.model.script('A long story.', [{ text: 'So it was.', usage: { input: 175_000, output: 10 } }])
      await stage.show(await hub.converse('A short one.'))
      const panel = page.getByRole('complementary', { name: 'Context' })
      await panel.getByRole('button', { name: 'What fills it' }).click()
      expect(await panel.getByText('nearly full').count()).toBe(0)
      for (const name of ['System prompt', 'Free space', 'Autocompact buffer'])
        await panel.getByRole('rowheader', { name }).waitFor()
      await page.getByRole('meter', { name: 'Context' }).waitFor()
      await stage.isStatus('idle')

      await stage.show(await hub.converse('A long story.', { model: 'claude-sonnet-4-5-20250929' }))
      await panel.getByText('It is nearly full').waitFor()
      const meter = page.getByRole('meter', { name: 'Context' })
      expect(Number(await meter.getAttribute('value'))).toBeGreaterThan(80)
    })

    it('has its thinking folded, and open at once for whoever wants that, on every page that is open', async () => {
      const { hub, browser } = stage
      hub.model.script('Think first.', [{ thinking: 'A heron is no pelican.', text: 'I have thought.' }])
      const id = await hub.converse('Think first.')
      await stage.show(id)
      const thinking = stage.transcript.getByRole('group', { name: 'Thinking' })
      await thinking.getByText('Thinking').waitFor()
      expect(await stage.transcript.getByText('A heron is no pelican.').count()).toBe(0)

      const settings = await browser.context.newPage()
      await settings.goto(`${hub.server.url}/settings`)
      await settings.getByRole('checkbox', { name: 'Show thinking' }).check()
      // The other page stands open beside it, and is not loaded again.
      await stage.says('A heron is no pelican.')
      // What somebody closes stays closed.
      await thinking.locator('summary').click()
      await stage.transcript.getByText('A heron is no pelican.').waitFor({ state: 'detached' })
      await settings.getByRole('checkbox', { name: 'Show thinking' }).uncheck()
      await settings.close()
    })
  },
)
