import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const code = { cell_type: 'code', metadata: {}, execution_count: 1, outputs: [] }
const NOTEBOOK = {
  cells: [
    { cell_type: 'markdown', id: 'intro', metadata: {}, source: ['# Tides\n', 'By the hour.'] },
    { ...code, id: 'count', source: ['tide = 6.2\n', 'print(tide)'] },
    { ...code, id: 'last', source: ['forget(tide)'] },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
}

describe('the card of a notebook, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
  })
  afterAll(() => stage.clear())

  it('shows a cell as it is against what becomes of it, where one is changed, added and deleted', async () => {
    const { page, hub } = stage
    const notebook_path = join(hub.project, 'tides.ipynb')
    writeFileSync(notebook_path, JSON.stringify(NOTEBOOK))
    const edit = (input: object) => ({ tools: [{ name: 'NotebookEdit', input: { notebook_path, ...input } }] })
    hub.model.script('Change the notebook.', [
      { tools: [{ name: 'Read', input: { file_path: notebook_path } }] },
      edit({ cell_id: 'count', new_source: 'tide = 6.4\nprint(tide)' }),
      edit({ cell_id: 'cell-0', edit_mode: 'insert', cell_type: 'markdown', new_source: 'In metres.' }),
      edit({ cell_id: 'last', edit_mode: 'delete', new_source: '' }),
      { text: 'Changed.' },
    ])
    await stage.show(await hub.begin({ prompt: 'Change the notebook.' }))
    const card = page.getByRole('group', { name: 'Approval: NotebookEdit' })
    for (const [title, words, rows] of [
      ['wants to change a cell of tides.ipynb', 'It changes cell 2 of 3 (code).', ['tide = 6.2', 'tide = 6.4']],
      ['wants to add a cell to tides.ipynb', 'It adds a cell (markdown) after cell 1 of 3.', ['In metres.']],
      ['wants to delete a cell of tides.ipynb', 'It deletes cell 4 of 4 (code).', ['forget(tide)']],
    ] as const) {
      await card.getByText(title).waitFor()
      await card.getByText(words).waitFor()
      for (const text of rows) await card.getByRole('row').filter({ hasText: text }).waitFor()
      await card.getByRole('button', { name: 'Allow once' }).click()
    }
    await stage.says('Changed.')
    const { cells } = JSON.parse(readFileSync(notebook_path, 'utf8')) as typeof NOTEBOOK
    expect(cells.map(({ source }) => [source].flat().join(''))).toEqual([
      '# Tides\nBy the hour.',
      'In metres.',
      'tide = 6.4\nprint(tide)',
    ])
  })

  it('shows the fields of a notebook that is not to be read from here', async () => {
    const { page, hub } = stage
    const notebook_path = join(hub.home, 'outside.ipynb')
    writeFileSync(notebook_path, JSON.stringify(NOTEBOOK))
    hub.model.script('Change another.', [
      { tools: [{ name: 'Read', input: { file_path: notebook_path } }] },
      { tools: [{ name: 'NotebookEdit', input: { notebook_path, cell_id: 'count', new_source: 'tide = 7' } }] },
      { text: 'Not changed.' },
    ])
    await stage.show(await hub.begin({ prompt: 'Change another.', allowedTools: ['Read'] }))
    const card = page.getByRole('group', { name: 'Approval: NotebookEdit' })
    await card.getByText('Its new content').waitFor()
    await card.getByText('tide = 7').waitFor()
    expect(await card.getByRole('row').count()).toBe(0)
    await card.getByRole('button', { name: 'Deny' }).click()
    await card.waitFor({ state: 'detached' })
  })
})
