import { afterAll, beforeAll, describe, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

describe('the login of the real CLI 2.1.325, in a real browser', () => {
  let stage: PageStage
  beforeAll(async () => {
    stage = await PageStage.set('2.1.325', [], { ANTHROPIC_API_KEY: '' })
  })
  afterAll(() => stage.clear())

  it('is not known before a session, and where it is missing, Settings say how to log in', async () => {
    const { page, hub } = stage
    await page.goto(`${hub.server.url}/settings`)
    const login = page.locator('.facts > div').filter({ hasText: 'Login' })
    await login.getByText('Not known yet: start a session.').waitFor()
    await hub.untilRow(await hub.begin({}), ({ status }) => status === 'ready')
    await page.reload()
    await login.getByText('Not logged in: run claude and then /login.').waitFor()
  })
})
