import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLI_VERSIONS } from '@quarterdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../scripts/root.ts'
import { PageStage } from '../../stages/page-stage.ts'

const SERVER = join(root, 'packages/testkit/fixtures/mcp-shelf.mjs')
const mcpConfig = { mcpServers: { shelf: { command: process.execPath, args: [SERVER] } } }

describe.each(CLI_VERSIONS)('an MCP server, with the real CLI %s in a real browser', (version) => {
  let stage: PageStage

  beforeAll(async () => {
    stage = await PageStage.set(version, ['--allow-config'])
  })
  afterAll(() => stage.clear())

  it('has resources behind an @: the server first, and each one once Claude has listed them', async () => {
    const { page, hub, message } = stage
    hub.model.script('Begin.', [{ text: 'Begun.' }])
    hub.model.script('What is on it?', [
      { tools: [{ name: 'ListMcpResourcesTool', input: {} }] },
      { text: 'Two birds.' },
    ])
    await stage.show(await hub.begin({ prompt: 'Begin.', mcpConfig, allowedTools: ['ListMcpResourcesTool'] }))
    await stage.says('Begun.')
    await stage.isStatus('idle')
    const files = page.getByRole('listbox', { name: 'Files' })
    await message.fill('See @she')
    await files.getByRole('option', { name: 'shelf:' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await message.inputValue()).toBe('See @shelf:')
    await message.fill('What is on it?')
    await page.keyboard.press('Enter')
    await stage.says('Two birds.')
    await stage.isStatus('idle')

    await message.fill('See @hero')
    await files.getByRole('option', { name: 'shelf:shelf://birds/heron' }).filter({ hasText: 'A tall one' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await message.inputValue()).toBe('See @shelf:shelf://birds/heron ')
    // No CLI puts it into the prompt for a host: Claude reads what was named.
    const uri = 'shelf://birds/heron'
    hub.model.script('See @shelf:shelf://birds/heron', [
      { tools: [{ name: 'ReadMcpResourceTool', input: { server: 'shelf', uri } }] },
      { text: 'Tall indeed.' },
    ])
    await page.keyboard.press('Enter')
    await stage.says('Tall indeed.')
    expect(hub.knows(`All about ${uri}`)).toBe(true)
  })

  it('is offered behind an @ once it is known, without another key', async () => {
    const { hub } = stage
    hub.model.script('Now begin.', [{ text: 'Now begun.' }])
    const id = await hub.begin({ mcpConfig })
    const page = await stage.page.context().newPage()
    let isHeld = false
    const held: (() => void)[] = []
    await page.routeWebSocket('**/api/live', (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((text) => server.send(text))
      server.onMessage((text) => {
        if (isHeld && String(text).includes('"type":"facts"')) held.push(() => socket.send(text))
        else socket.send(text)
      })
    })
    await page.goto(`${hub.server.url}/sessions/${id}`)
    const message = page.getByRole('textbox', { name: 'Message', exact: true })
    await page.getByRole('complementary', { name: 'Session info' }).waitFor()
    isHeld = true
    await message.fill('Now begin.')
    await page.keyboard.press('Enter')
    await page.getByRole('log', { name: 'Transcript' }).getByText('Now begun.').waitFor()
    const asked = page.waitForResponse((response) => response.url().includes('/api/files'))
    await message.fill('See @she')
    await asked
    const option = page.getByRole('listbox', { name: 'Files' }).getByRole('option', { name: 'shelf:' })
    await expect.poll(() => held.length).toBeGreaterThan(0)
    isHeld = false
    for (const release of held) release()
    await option.waitFor()
    await page.close()
  })

  it('that comes late is shown to connect, and connected once it has, without anybody asking', async () => {
    const { hub } = stage
    const gate = join(hub.home, 'open')
    writeFileSync(gate, '')
    const args = ['-c', `while [ ! -e ${gate} ]; do sleep 0.1; done; exec "${process.execPath}" "${SERVER}"`]
    hub.model.script('Begin early.', [{ text: 'Begun early.' }])
    const id = await hub.converse('Begin early.', {
      mcpConfig: { mcpServers: { shelf: { command: '/bin/sh', args } } },
    })
    await hub.stop(id)
    rmSync(gate)
    const page = await stage.page.context().newPage()
    let asked = 0
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('"mcp_status"')) asked++
      }),
    )
    await page.goto(`${hub.server.url}/sessions/${id}`)
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'MCP servers' })
    // The older one answers nobody before its servers are there.
    if (hub.isNew) await panel.getByText('connecting', { exact: true }).waitFor()
    writeFileSync(gate, '')
    await panel.getByText('connected', { exact: true }).waitFor()
    await expect.poll(() => asked).toBeGreaterThan(hub.isNew ? 1 : 0)
    // Then nobody is asked any more.
    const before = asked
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 4000)))
    expect(asked).toBe(before)
    await page.close()
  })

  it('stands behind /mcp under one heading', async () => {
    const { page, message } = stage
    await message.fill('/mcp')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'MCP servers of this session' })
    await dialog.getByRole('complementary', { name: 'MCP servers' }).getByText('shelf', { exact: true }).waitFor()
    expect(await dialog.getByRole('heading').allInnerTexts()).toEqual(['MCP servers of this session'])
    await page.keyboard.press('Escape')
  })

  it('is turned off and on and connected anew from its panel, and the CLI does so', async () => {
    const { page, hub } = stage
    const log = join(hub.home, 'starts.txt')
    // Each start of the server leaves a line.
    const args = ['-c', `echo started >> ${log}; exec "${process.execPath}" "${SERVER}"`]
    const watched = { mcpServers: { shelf: { command: '/bin/sh', args } } }
    hub.model.script('Begin again.', [{ text: 'Begun again.' }])
    hub.model.script('What is there now?', [{ text: 'As you see.' }])
    const id = await hub.converse('Begin again.', { mcpConfig: watched })
    await stage.show(id)
    const panel = page.getByRole('complementary', { name: 'MCP servers' })
    const starts = () => readFileSync(log, 'utf8').trim().split('\n').length
    const hasTool = async () => {
      await hub.ask(id, 'What is there now?')
      return JSON.stringify(hub.asked.at(-1)?.tools).includes('mcp__shelf__open')
    }
    await panel.getByText('connected', { exact: true }).waitFor()
    await panel.locator('summary', { hasText: '1 tool' }).click()
    await panel.getByText('open', { exact: true }).waitFor()
    const before = starts()
    await panel.getByRole('button', { name: 'Reconnect shelf' }).click()
    await hub.until(() => starts() > before)
    await panel.getByText('connected', { exact: true }).waitFor()

    await panel.getByRole('button', { name: 'Turn off shelf' }).click()
    await panel.getByText('off', { exact: true }).waitFor()
    expect(await panel.getByRole('button', { name: 'Reconnect shelf' }).count()).toBe(0)
    // 2.1.38 names its tools to the model all the same.
    if (version !== '2.1.38') expect(await hasTool()).toBe(false)
    await panel.getByRole('button', { name: 'Turn on shelf' }).click()
    await panel.getByText('connected', { exact: true }).waitFor()
    expect(starts()).toBeGreaterThan(before + 1)
  })

  it.runIf(version !== '2.1.38')(
    'asks for a page to be opened: where it leads is said, and it may be refused (2.1.38 has none)',
    async () => {
      const { page, hub } = stage
      const open = { tools: [{ name: 'mcp__shelf__open', input: {} }] }
      for (const [prompt, button, words] of [
        ['Open it.', 'I have done it', 'The shelf is open'],
        ['Open it again.', 'Deny', 'The shelf stays shut: decline'],
      ] as const) {
        hub.model.script(prompt, [open, { text: `Answered: ${prompt}` }])
        await stage.show(await hub.begin({ prompt, mcpConfig, allowedTools: ['mcp__shelf__open'] }))
        const card = page.getByRole('group', { name: 'Approval: shelf' })
        await card.getByText('Say who you are.').waitFor()
        const link = card.getByRole('link', { name: 'https://shelf.example/sign-in?for=12' })
        expect(await link.getAttribute('href')).toBe('https://shelf.example/sign-in?for=12')
        expect(await link.getAttribute('rel')).toContain('noopener')
        expect(await link.getAttribute('target')).toBe('_blank')
        await card.getByText('leads to shelf.example').waitFor()
        await card.getByRole('button', { name: button }).click()
        await stage.says(`Answered: ${prompt}`)
        expect(hub.knows(words), words).toBe(true)
        await card.waitFor({ state: 'detached' })
      }
    },
  )
})
