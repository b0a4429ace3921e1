import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'
import { SignInServer } from './sign-in-server.ts'

// 2.1.38 lets no host sign in.
describe('signing in to an MCP server, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  let library: SignInServer

  beforeAll(async () => {
    library = await SignInServer.start()
    stage = await PageStage.set('2.1.325', ['--allow-config'])
  })
  afterAll(async () => {
    await stage.clear()
    await library.close()
  })

  /** A session with a server that lets nobody in yet; gives its panel. */
  async function begin(prompt: string) {
    const { hub, page } = stage
    hub.model.script(prompt, [{ text: `Done: ${prompt}` }])
    const server = { type: 'http', url: `${library.url}/mcp` }
    await stage.show(await hub.begin({ prompt, mcpConfig: { mcpServers: { [toName(prompt)]: server } } }))
    await stage.says(`Done: ${prompt}`)
    await stage.isStatus('idle')
    const panel = page.getByRole('complementary', { name: 'MCP servers' })
    await panel.getByText('needs a sign-in').waitFor()
    return { panel, name: toName(prompt) }
  }
  // The CLI keeps what a server of this name and address has let it have.
  const toName = (prompt: string) => `library-${prompt.length}`

  it('ends with the address that the browser came to, on whichever device it is, and the tools are there', async () => {
    const { panel, name } = await begin('From a phone.')
    await panel.getByRole('button', { name: `Sign in to ${name}` }).click()
    const link = panel.getByRole('link', { name: `Sign in to ${name}` })
    const address = panel.getByRole('textbox', { name: 'Address the browser ended at' })
    const finish = panel.getByRole('button', { name: 'Finish signing in' })
    await panel.getByText('Where the browser ends at an address that does not open, copy it here.').waitFor()
    const first = await library.consent((await link.getAttribute('href')) ?? '')
    expect(first).toMatch(/^http:\/\/localhost:\d+\/callback\?code=/)
    expect(await finish.isDisabled()).toBe(true)

    for (const [wrong, words] of [
      ['where it was', 'That is no address.'],
      [first.replace(/\?.*/, '?x=1'), 'That address has no code in it.'],
      [first.replace(/state=.*/, 'state=other'), 'That address belongs to another sign-in.'],
    ] as const) {
      await address.fill(wrong)
      await finish.click()
      await panel.getByRole('alert').filter({ hasText: words }).waitFor()
    }

    await panel.getByRole('button', { name: `Begin again to sign in to ${name}` }).click()
    await panel.getByRole('alert').waitFor({ state: 'detached' })
    const second = await library.consent((await link.getAttribute('href')) ?? '')
    expect(second).not.toBe(first)
    // Kept while the page is loaded anew, as a phone does it.
    await stage.page.reload()
    await address.fill(` ${second}\n`)
    await finish.click()

    await panel
      .getByRole('status')
      .filter({ hasText: `You are signed in to ${name}.` })
      .waitFor()
    await panel.getByText('connected', { exact: true }).waitFor()
    await panel.getByText('1 tool', { exact: true }).click()
    await panel.getByText('borrow').waitFor()
    await address.waitFor({ state: 'detached' })
  })

  it('is noticed by itself where the browser is on the machine of the CLI', async () => {
    const { panel, name } = await begin('On the machine itself.')
    await panel.getByRole('button', { name: `Sign in to ${name}` }).click()
    const href = await panel.getByRole('link', { name: `Sign in to ${name}` }).getAttribute('href')
    await fetch(await library.consent(href ?? ''))
    await panel.getByText('connected', { exact: true }).waitFor()
    await panel
      .getByRole('status')
      .filter({ hasText: `You are signed in to ${name}.` })
      .waitFor()
  })

  it('says that a sign-in was refused, and can be begun again', async () => {
    const { panel, name } = await begin('Refused there.')
    await panel.getByRole('button', { name: `Sign in to ${name}` }).click()
    const href = await panel.getByRole('link', { name: `Sign in to ${name}` }).getAttribute('href')
    const back = await library.consent(href ?? '')
    const address = panel.getByRole('textbox', { name: 'Address the browser ended at' })
    await address.fill(back.replace(/code=[^&]*/, 'error=access_denied'))
    await panel.getByRole('button', { name: 'Finish signing in' }).click()
    await panel.getByRole('alert').filter({ hasText: 'the answer was “access_denied”' }).waitFor()
    await panel.getByRole('button', { name: `Begin again to sign in to ${name}` }).waitFor()
  })
})
