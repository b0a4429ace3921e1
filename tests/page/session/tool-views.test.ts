import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLI_VERSIONS } from '@quarterdeck/testkit'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../scripts/root.ts'
import { PageStage } from '../../stages/page-stage.ts'
import { makeNotebook, makePdf, makePng } from '../../stages/sample-files.ts'

const GALLERY = join(root, 'packages/testkit/fixtures/mcp-gallery.mjs')

describe.each(CLI_VERSIONS)('what tools gave, with the real CLI %s in a real browser', (version) => {
  let stage: PageStage
  let path: (name: string) => string

  beforeAll(async () => {
    stage = await PageStage.set(version, ['--allow-config'])
    path = (name) => join(stage.hub.project, name)
    writeFileSync(path('sea.png'), makePng())
    writeFileSync(path('tides.pdf'), makePdf('Tides of the week'))
    writeFileSync(path('tides.ipynb'), makeNotebook())
    const code = Array.from({ length: 12 }, (_, index) => `const tide${index} = ${index}`).join('\n')
    writeFileSync(path('tides.ts'), `${code}\n`)
  })
  afterAll(() => stage.clear())

  /** A session in which these tools were called, one after the other. */
  async function call(prompt: string, tools: { name: string; input: Record<string, unknown> }[], options: object = {}) {
    stage.hub.model.script(prompt, [...tools.map((tool) => ({ tools: [tool] })), { text: 'Done.' }])
    const id = await stage.hub.converse(prompt, { permissionMode: 'acceptEdits', ...options })
    await stage.show(id)
    await stage.says('Done.')
  }

  /** The call with this line, opened. */
  async function open(name: RegExp): Promise<Locator> {
    const call = stage.transcript.getByRole('article', { name })
    const summary = call.locator('summary').first()
    if ((await call.locator('details').first().getAttribute('open')) === null) await summary.click()
    return call
  }

  const isDrawn = (picture: Locator) =>
    picture.evaluate(async (element: HTMLImageElement) => {
      await element.decode()
      return element.naturalWidth > 0
    })

  it('Read draws a picture, says what a PDF is, and has the cells of a notebook with what they wrote', async () => {
    await call('Look at them.', [
      { name: 'Read', input: { file_path: path('sea.png') } },
      { name: 'Read', input: { file_path: path('tides.pdf') } },
    ])
    const picture = (await open(/^Read, .*sea\.png/)).getByRole('img', { name: /sea\.png$/ })
    expect(await isDrawn(picture)).toBe(true)
    await (await open(/^Read, .*tides\.pdf/)).getByText(/A PDF of \d+ KB/).waitFor()

    await call('Look at the notebook.', [{ name: 'Read', input: { file_path: path('tides.ipynb') } }])
    const notebook = await open(/^Read, .*tides\.ipynb/)
    await notebook.getByText('When the water is high.').waitFor()
    await notebook.getByText('high at 6:12', { exact: true }).waitFor()
  })

  it('NotebookEdit shows the cell as it was and as it is', async () => {
    const input = { notebook_path: path('tides.ipynb'), cell_id: 'count', new_source: 'tide = 6.4' }
    await call('Change the notebook.', [
      { name: 'Read', input: { file_path: path('tides.ipynb') } },
      { name: 'NotebookEdit', input },
    ])
    await (await open(/^NotebookEdit, .*tides\.ipynb/)).getByText('tide = 6.4').first().waitFor()
  })

  it('an edit stands side by side where that is wanted, and the choice stays', async () => {
    await call('Raise the tide.', [
      { name: 'Read', input: { file_path: path('tides.ts') } },
      { name: 'Edit', input: { file_path: path('tides.ts'), old_string: 'tide7 = 7', new_string: 'tide7 = 70' } },
    ])
    const diff = stage.transcript.getByRole('region', { name: 'Diff' })
    const cells = () => diff.getByRole('row').filter({ hasText: 'tide7' }).getByRole('cell').allInnerTexts()
    expect((await cells()).filter((text) => text.includes('tide7'))).toHaveLength(2)
    expect(await diff.getByRole('row').filter({ hasText: 'tide7' }).count()).toBe(2)
    await diff.getByRole('button', { name: 'Side by side' }).click()
    await expect.poll(() => diff.getByRole('row').filter({ hasText: 'tide7' }).count()).toBe(1)
    expect((await cells()).filter((text) => text.includes('tide7'))).toEqual(['const tide7 = 7', 'const tide7 = 70'])
    await stage.page.reload()
    await diff.getByRole('button', { name: 'One below the other' }).waitFor()
    // Two narrow strips would say less than one column.
    await stage.page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => diff.getByRole('row').filter({ hasText: 'tide7' }).count()).toBe(2)
    await stage.page.setViewportSize({ width: 1280, height: 800 })
    await diff.getByRole('button', { name: 'One below the other' }).click()
    await diff.getByRole('button', { name: 'Side by side' }).waitFor()
  })

  it('a tool of an MCP server shows its words, its picture and its link', async () => {
    const mcpConfig = { mcpServers: { gallery: { command: process.execPath, args: [GALLERY, path('sea.png')] } } }
    const allowedTools = ['mcp__gallery__paint']
    await call('Paint the sea.', [{ name: 'mcp__gallery__paint', input: { what: 'the sea' } }], {
      mcpConfig,
      allowedTools,
    })
    const painted = await open(/^Gallery › Paint, the sea/)
    await painted.getByText('Painted: the sea').waitFor()
    await painted.getByText('In the gallery').waitFor()
    expect(await isDrawn(painted.getByRole('img'))).toBe(true)
  })
})
