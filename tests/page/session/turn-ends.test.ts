import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLI_VERSIONS } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

describe.each(CLI_VERSIONS)('what a turn leaves behind, with the real CLI %s in a real browser', (version) => {
  let stage: PageStage

  beforeAll(async () => {
    stage = await PageStage.set(version)
  })
  afterAll(() => stage.clear())

  it('says at the end of a turn what was denied in it', async () => {
    const { page, hub } = stage
    const bash = (command: string) => ({ tools: [{ name: 'Bash', input: { command, description: 'Makes a file' } }] })
    hub.model.script('Make them.', [bash('touch one.txt'), bash('touch two.txt'), { text: 'One of them.' }])
    const id = await hub.begin({ prompt: 'Make them.' })
    await stage.show(id)
    const card = page.getByRole('group', { name: 'Approval: Bash' })
    await card.getByText('touch one.txt').waitFor()
    await card.getByRole('button', { name: 'Deny' }).click()
    await card.getByText('touch two.txt').waitFor()
    await card.getByRole('button', { name: 'Allow once' }).click()
    await stage.says('One of them.')
    await stage.says('Denied in this turn: Bash (touch one.txt).')
    expect(existsSync(join(hub.project, 'two.txt'))).toBe(true)
    // It is still there for whoever comes later.
    await page.reload()
    await stage.says('Denied in this turn: Bash (touch one.txt).')
  })

  it('tells of a command in the background where it ended, how, and what it wrote', async () => {
    const { page, hub } = stage
    const gate = join(hub.project, 'gate')
    const input = {
      command: `echo a red heron; until [ -e ${gate} ]; do sleep 0.1; done; echo the end`,
      description: 'Waits for a heron',
      run_in_background: true,
    }
    hub.model.script('Watch.', [{ tools: [{ name: 'Bash', input }] }, { text: 'I watch.' }])
    const id = await hub.begin({ prompt: 'Watch.', permissionMode: 'acceptEdits', allowedTools: ['Bash'] })
    await stage.show(id)
    await stage.says('I watch.')
    const panel = page.getByRole('complementary', { name: 'Tasks' })
    const read = panel.getByRole('button', { name: 'Output of Waits for a heron' })
    await read.click()
    await panel.getByText('a red heron').waitFor()
    expect(await panel.getByText('the end').count()).toBe(0)
    writeFileSync(gate, '')
    // 2.1.38 does not tell its host that it has ended; what it wrote is there all the same.
    if (version !== '2.1.38') {
      const line = stage.transcript.locator('summary', { hasText: '“Waits for a heron” is done.' })
      await line.press('Enter')
      const wrote = stage.transcript.getByRole('region', { name: 'What it wrote' })
      await wrote.getByText('the end').waitFor()
      expect(await wrote.innerText()).toContain('a red heron')
      await stage.says('exit code 0')
      expect(await panel.getByRole('button', { name: 'Stop Waits for a heron' }).count()).toBe(0)
    }
    await panel.getByText('the end').waitFor()
  })
})
