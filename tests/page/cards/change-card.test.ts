import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

describe('the card of a change, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
    await stage.show(await stage.hub.converse('First words.'))
    await stage.isStatus('idle')
  })
  afterAll(() => stage.clear())

  it('shows a change where it stands in the file, and of a file that is written again what differs', async () => {
    const { page, hub } = stage
    const file_path = join(hub.project, 'numbers.txt')
    const text = Array.from({ length: 20 }, (_, index) => `number ${index + 1}`).join('\n')
    writeFileSync(file_path, `${text}\n`)
    const after = `${text}\n`.replace('number 12', 'a dozen').replace('number 3\n', '')
    hub.model.script('Change the numbers.', [
      { tools: [{ name: 'Read', input: { file_path } }] },
      { tools: [{ name: 'Edit', input: { file_path, old_string: 'number 12', new_string: 'a dozen' } }] },
      { tools: [{ name: 'Write', input: { file_path, content: after } }] },
      { text: 'Changed.' },
    ])
    await stage.message.fill('Change the numbers.')
    await page.keyboard.press('Enter')
    const edit = page.getByRole('group', { name: 'Approval: Edit' })
    const removed = edit.getByRole('row').filter({ hasText: 'number 12' })
    await removed.getByRole('cell', { name: '12', exact: true }).waitFor()
    await edit.getByText('File', { exact: true }).waitFor()
    await edit.getByText('Claude wants to edit numbers.txt. 1 line changes.').waitFor()
    expect(await edit.getByText('number 11').count()).toBe(1)
    expect(await edit.getByText('number 5').count()).toBe(0)
    await edit.getByRole('button', { name: 'Allow once' }).click()
    const write = page.getByRole('group', { name: 'Approval: Write' })
    const gone = write.getByRole('row').filter({ hasText: /number 3$/ })
    await gone.getByRole('cell', { name: '3', exact: true }).waitFor()
    expect(await write.getByText('number 18').count()).toBe(0)
    await write.getByText('Claude wants to write numbers.txt. 1 line changes.').waitFor()
    await write.getByRole('button', { name: 'Allow once' }).click()
    await stage.says('Changed.')
    await stage.isStatus('idle')
    expect(readFileSync(file_path, 'utf8')).toBe(after)
  })

  it('shows what Claude Code does when it takes text away: the end of the line goes too', async () => {
    const { page, hub } = stage
    const file_path = join(hub.project, 'guard.txt')
    writeFileSync(file_path, '// note END\nverify(signature)\nrun()\n')
    hub.model.script('Shorten the note.', [
      { tools: [{ name: 'Read', input: { file_path } }] },
      { tools: [{ name: 'Edit', input: { file_path, old_string: 'END', new_string: '' } }] },
      { text: 'Shortened.' },
    ])
    await stage.message.fill('Shorten the note.')
    await page.keyboard.press('Enter')
    const card = page.getByRole('group', { name: 'Approval: Edit' })
    await card.getByRole('row').filter({ hasText: '// note verify(signature)' }).waitFor()
    await card.getByRole('button', { name: 'Allow once' }).click()
    await stage.says('Shortened.')
    await stage.isStatus('idle')
    expect(readFileSync(file_path, 'utf8')).toBe('// note verify(signature)\nrun()\n')
  })

  it('reads no file outside of the project, and shows what is put there', async () => {
    const { page, hub } = stage
    const file_path = join(hub.home, 'outside.txt')
    hub.model.script('Write outside.', [
      { tools: [{ name: 'Write', input: { file_path, content: 'Put there.\n' } }] },
      { text: 'Done.' },
    ])
    const sessionId = await hub.begin({ prompt: 'Write outside.' })
    await hub.untilRow(sessionId, ({ pending }) => pending > 0)
    const waiting = (await hub.inbox()).find((item) => item.sessionId === sessionId)
    const requestId = waiting?.requestId ?? ''
    const read = (request: string) => hub.call('GET', `/api/claude/sessions/${sessionId}/approvals/${request}/file`)
    expect(await read(requestId)).toMatchObject({ status: 403, body: { error: { code: 'not_allowed' } } })
    expect(await read('none')).toMatchObject({ status: 404 })
    await stage.show(sessionId)
    const card = page.getByRole('group', { name: 'Approval: Write' })
    await card.getByText('Put there.').waitFor()
    await card.getByRole('button', { name: 'Deny' }).click()
    await card.waitFor({ state: 'detached' })
    expect(await read(requestId)).toMatchObject({ status: 404 })
  })
})
