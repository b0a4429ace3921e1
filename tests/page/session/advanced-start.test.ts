import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../scripts/root.ts'
import { PageStage } from '../../stages/page-stage.ts'

const MCP_SERVER = join(root, 'packages/testkit/fixtures/mcp-server.mjs')

describe('a session with options of its own, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325', ['--allow-config'])
  })
  afterAll(() => stage.clear())

  it('is started with a system prompt and MCP servers, once their JSON is right', async () => {
    const { page, hub } = stage
    hub.model.script('Who are you?', [{ text: 'A gull.' }])
    await page.getByRole('button', { name: 'New session' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New session' })
    await dialog.getByRole('textbox', { name: 'Project folder' }).fill(hub.project)
    await dialog.getByRole('textbox', { name: 'Prompt', exact: true }).fill('Who are you?')
    await dialog.getByText('Advanced').click()
    await dialog.getByRole('textbox', { name: 'In the place of the system prompt' }).fill('You are a gull.')
    const servers = dialog.getByRole('textbox', { name: 'MCP servers, as JSON' })
    await servers.fill('{ desk }')
    await dialog.getByRole('checkbox', { name: 'I trust this folder' }).check()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByRole('alert').getByText('This is not JSON').waitFor()
    expect(await servers.getAttribute('aria-invalid')).toBe('true')
    await servers.fill(JSON.stringify({ mcpServers: { desk: { command: process.execPath, args: [MCP_SERVER] } } }))
    await dialog.getByRole('button', { name: 'Start' }).click()
    await stage.says('A gull.')
    expect(JSON.stringify(hub.asked.at(-1)?.system)).toContain('You are a gull.')
    await page.getByRole('complementary', { name: 'MCP servers' }).getByText('desk').waitFor()
  })
})
