import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

describe('a message on its way, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  let id: string
  let later = 0

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
    id = await stage.hub.converse('First words.')
  })
  afterAll(() => stage.clear())
  afterEach(() => stage.page.unrouteAll({ behavior: 'ignoreErrors' }))

  let isHeld = false
  /** Keeps back frames of one type on their way; a page that is loaded again has lost them. */
  const hold = async (type: string) => {
    const held: (() => void)[] = []
    isHeld = true
    await stage.page.routeWebSocket('**/api/live', (socket) => {
      const server = socket.connectToServer()
      const passTo = (end: { send(text: string | Buffer): void }) => (text: string | Buffer) => {
        if (isHeld && String(text).includes(`"type":"${type}"`)) held.push(() => end.send(text))
        else end.send(text)
      }
      socket.onMessage(passTo(server))
      server.onMessage(passTo(socket))
    })
    return () => {
      isHeld = false
      for (const release of held) release()
    }
  }
  const reload = async () => {
    isHeld = false
    await stage.page.reload()
  }
  const onTheirWay = () => stage.page.getByRole('list', { name: 'Messages on their way' })
  const say = async (text: string) => {
    await stage.message.fill(text)
    await stage.page.keyboard.press('Enter')
  }
  const arrived = (words: string) => stage.hub.until(() => stage.hub.knows(words))
  const times = (words: string) => stage.hub.transcript(id).filter((line) => isPrompt(line, words)).length
  /** What would come twice has come by the time that something later has. */
  const saidOnce = async (words: string) => {
    later += 1
    await say(`And later, ${later}.`)
    await arrived(`And later, ${later}.`)
    await stage.isStatus('idle')
    await stage.hub.until(() => times(`And later, ${later}.`) === 1)
    expect(times(words)).toBe(1)
  }

  it('that was said offline waits, can be taken back, and goes out once when the server is there again', async () => {
    const { page, message, hub } = stage
    await stage.show(id)
    await stage.says('First words.')
    const { port } = new URL(hub.server.url)
    await hub.server.kill()
    await page.getByRole('alert', { name: 'Connection' }).waitFor()
    await say('Said offline.')
    expect(await message.inputValue()).toBe('')
    await say('Said and regretted.')
    await onTheirWay().getByText('goes out when the connection is back').nth(1).waitFor()
    await page.getByRole('button', { name: 'Take back: Said and regretted.' }).press('Enter')
    expect(await message.inputValue()).toBe('Said and regretted.')
    await hub.start('--port', port)
    await arrived('Said offline.')
    await onTheirWay().waitFor({ state: 'detached' })
    await stage.isStatus('idle')
    expect(await message.inputValue()).toBe('Said and regretted.')
    await saidOnce('Said offline.')
    expect(JSON.stringify(hub.asked)).not.toContain('Said and regretted.')
  })

  it('does not keep the next one, and is shown where the answer takes long', async () => {
    const letGo = await hold('receipt')
    await stage.show(id)
    await stage.says('Said offline.')
    await say('Quick one.')
    await say('Quick two.')
    await onTheirWay().getByText('sending…').first().waitFor()
    await arrived('Quick two.')
    letGo()
    await onTheirWay().waitFor({ state: 'detached' })
    await stage.isStatus('idle')
    await saidOnce('Quick one.')
    await saidOnce('Quick two.')
  })

  it('that has arrived is not said again by a page that was closed before it heard so', async () => {
    const { page, message } = stage
    await hold('receipt')
    await stage.show(id)
    await stage.says('Quick two.')
    await say('Heard and not confirmed.')
    await arrived('Heard and not confirmed.')
    await stage.isStatus('idle')
    await reload()
    await message.waitFor()
    await page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.includes('.outgoing.')))
    await saidOnce('Heard and not confirmed.')
  })

  it('goes out when the page is loaded again, if it had not', async () => {
    const { message } = stage
    await hold('command')
    await stage.show(id)
    await stage.says('Quick two.')
    await say('Said and lost.')
    await onTheirWay().getByText('Said and lost.').waitFor()
    await reload()
    await message.waitFor()
    expect(await message.inputValue()).toBe('')
    await arrived('Said and lost.')
    await stage.isStatus('idle')
    await saidOnce('Said and lost.')
  })

  it('of a tab that is closed is looked after by another, and not before', async () => {
    const { page } = stage
    const other = await stage.browser.context.newPage()
    await other.routeWebSocket('**/api/live', () => undefined)
    await other.goto(`${stage.hub.server.url}/sessions/${id}`)
    await other.getByRole('textbox', { name: 'Message', exact: true }).fill('From a tab that closes.')
    await other.keyboard.press('Enter')
    await other.getByRole('list', { name: 'Messages on their way' }).waitFor()
    await stage.show(id)
    await saidOnce('Said and lost.')
    expect(times('From a tab that closes.')).toBe(0)
    await other.close()
    await arrived('From a tab that closes.')
    await stage.isStatus('idle')
    await page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.includes('.outgoing.')))
    await saidOnce('From a tab that closes.')
  })

  it('that is refused stays, with what may be done all the same', async () => {
    const { page, hub, message } = stage
    const cwd = join(hub.home, 'never-trusted')
    mkdirSync(cwd)
    const other = await hub.other({ cwd })
    await other.turn('In a folder of its own.')
    await other.stop()
    await hub.untilRow(other.id, ({ projectPath, heldBy }) => projectPath === cwd && heldBy === null)
    await stage.show(other.id)
    await stage.says('In a folder of its own.')
    await say('Go on there.')
    await onTheirWay().getByRole('alert').getByText('is new here').waitFor()
    // Whoever has gone elsewhere is told.
    await page.goto(`${hub.server.url}/inbox`)
    await page.getByText('has not arrived').getByRole('link', { name: 'Look at it' }).click()
    await onTheirWay().getByRole('alert').getByText('is new here').waitFor()
    // Removed by mistake, its words come back.
    await page.getByRole('button', { name: 'Remove: Go on there.' }).click()
    expect(await onTheirWay().count()).toBe(0)
    await page.keyboard.press('ArrowUp')
    expect(await message.inputValue()).toBe('Go on there.')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Take back: Go on there.' }).click()
    expect(await message.inputValue()).toBe('Go on there.')
    expect(await onTheirWay().count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Trust this folder and send: Go on there.' }).click()
    await arrived('Go on there.')
    await onTheirWay().waitFor({ state: 'detached' })
    await stage.isStatus('idle')
  })
})

function isPrompt(line: Record<string, unknown>, words: string): boolean {
  return line.type === 'user' && JSON.stringify(line.message).includes(words)
}
