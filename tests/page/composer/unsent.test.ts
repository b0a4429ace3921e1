import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const bash = (command: string) => ({ tools: [{ name: 'Bash', input: { command } }] })

describe('what was not sent yet, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  let other: string

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
    other = await stage.hub.converse('Something else.')
  })
  afterAll(() => stage.clear())

  const made = (name: string) => existsSync(join(stage.hub.project, name))
  const link = (id: string) => stage.page.locator(`a.session-link[href$="/sessions/${id}"]`).first()
  /** Without a reload: to another session, and back. */
  const lookElsewhere = async (id: string) => {
    await link(other).click()
    await stage.says('Something else.')
    await link(id).click()
  }
  const keptCards = () =>
    stage.page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('quarterdeck.card.')).length)

  it('is a reason and a changed input of an approval: there again elsewhere and after a reload, for that request alone', async () => {
    const { page, hub } = stage
    hub.model.script('Two files.', [bash('touch asked.txt'), bash('touch second.txt'), { text: 'Both asked.' }])
    const id = await hub.begin({ prompt: 'Two files.' })
    await stage.show(id)
    const card = page.getByRole('group', { name: 'Approval: Bash' })
    const field = (name: string) => card.getByRole('textbox', { name })
    await card.getByText('touch asked.txt').waitFor()
    await field('Reason').fill('Rather another one.')
    await card.getByRole('checkbox', { name: 'Stop the turn' }).check()
    await field('Edit input').focus()
    await field('Edit input').fill('{"command":"touch edited.txt"}')
    const isAllThere = async () => {
      await card.getByText('goes out, in the place of what was asked').waitFor()
      expect(await field('Reason').inputValue()).toBe('Rather another one.')
      expect(await card.getByRole('checkbox', { name: 'Stop the turn' }).isChecked()).toBe(true)
      expect(await field('Edit input').inputValue()).toBe('{"command":"touch edited.txt"}')
    }
    await lookElsewhere(id)
    await isAllThere()
    await page.reload()
    await isAllThere()
    expect(await keptCards()).toBe(1)
    await card.getByRole('button', { name: 'Allow once' }).click()
    await card.getByText('touch second.txt').waitFor()
    expect([made('edited.txt'), made('asked.txt')]).toEqual([true, false])
    for (const name of ['Reason', 'Edit input']) expect(await field(name).inputValue()).toBe('')
    expect(await keptCards()).toBe(0)
    // What somebody else answers is forgotten, too.
    await field('Reason').fill('Never.')
    await hub.until(async () => (await keptCards()) === 1)
    const [item] = (await hub.inbox()).filter(({ sessionId }) => sessionId === id)
    const answer = { request_id: item?.requestId, behavior: 'deny' }
    await hub.call('POST', `/api/claude/sessions/${id}/permission`, answer)
    await stage.says('Both asked.')
    await hub.until(async () => (await keptCards()) === 0)
  })

  it('is what was chosen in a question, by its number, and it may be skipped, which is no denial', async () => {
    const { page, hub } = stage
    const option = (label: string) => ({ label, description: `The ${label} one` })
    const questions = [
      { question: 'Which one?', header: 'One', multiSelect: false, options: [option('Red'), option('Blue')] },
      { question: 'Which sizes?', header: 'Sizes', multiSelect: true, options: [option('S'), option('M')] },
    ]
    hub.model.script('Ask me.', [{ tools: [{ name: 'AskUserQuestion', input: { questions } }] }, { text: 'Then not.' }])
    const id = await hub.begin({ prompt: 'Ask me.' })
    await stage.show(id)
    const form = page.getByRole('form', { name: 'Question' })
    await form.waitFor()
    await page.keyboard.press('ControlOrMeta+.')
    await page.keyboard.press('2')
    const [blue, large] = [
      form.getByRole('radio', { name: /^Blue/ }),
      form.getByRole('checkbox', { name: /^M / }),
    ] as const
    expect(await blue.isChecked()).toBe(true)
    // In a field it is text; in the next question it chooses there.
    const otherOne = form.getByRole('textbox', { name: 'Other' })
    await otherOne.last().focus()
    await page.keyboard.type('1 of 2')
    await form.getByRole('checkbox', { name: /^S / }).focus()
    await page.keyboard.press('2')
    const isAllThere = async () => {
      await form.waitFor()
      expect(await blue.isChecked()).toBe(true)
      expect(await large.isChecked()).toBe(true)
      expect(await form.getByRole('checkbox', { name: /^S / }).isChecked()).toBe(false)
      expect(await otherOne.last().inputValue()).toBe('1 of 2')
    }
    await isAllThere()
    await lookElsewhere(id)
    await isAllThere()
    await page.reload()
    await isAllThere()
    // However much waits above it, what is written to and pressed stays in the window.
    const queued = page.getByRole('list', { name: 'Queued messages' })
    const names = ['One', 'Two', 'Three', 'Four']
    for (const name of names) {
      await stage.message.fill(`${name} ${'long words '.repeat(60)}`)
      await stage.button('Send').click()
      await queued.getByRole('button', { name: `Cancel: ${name}` }).waitFor()
    }
    await stage.message.fill('line\n'.repeat(60))
    // Its first words are seen, and nothing lies over them.
    const isSeen = (words: Element) => {
      const { left, top } = words.getBoundingClientRect()
      return words.contains(document.elementFromPoint(left + 4, top + 4))
    }
    expect(await form.getByRole('heading').evaluate(isSeen)).toBe(true)
    for (const height of [800, 600]) {
      await page.setViewportSize({ width: 1280, height })
      for (const name of ['Skip', 'Stop', 'Send']) {
        const box = await stage.button(name).boundingBox()
        expect((box?.y ?? Number.NaN) + (box?.height ?? 0), `${name} of ${height}`).toBeLessThanOrEqual(height)
        expect(box?.y, `${name} of ${height}`).toBeGreaterThan(0)
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await stage.message.fill('')
    for (const name of names) await queued.getByRole('button', { name: `Cancel: ${name}` }).click()
    await form.getByRole('button', { name: 'Skip' }).click()
    await stage.says('Then not.')
    const row = stage.transcript.getByRole('article', { name: /AskUserQuestion/ })
    await row.getByText('skipped', { exact: true }).waitFor()
    await row.getByText(/^Skipped by /).waitFor()
    expect(await row.getByText(/denied/i).count()).toBe(0)
  })

  it('is what should change in a plan, which is planned on and not denied', async () => {
    const { page, hub } = stage
    const plan = { tools: [{ name: 'ExitPlanMode', input: { plan: '# The plan\n\n1. Look' } }] }
    hub.model.script('Plan this.', [plan, { text: 'Well then.' }])
    const id = await hub.begin({ prompt: 'Plan this.', permissionMode: 'plan' })
    await stage.show(id)
    const card = page.getByRole('group', { name: 'Plan', exact: true })
    const words = card.getByRole('textbox', { name: 'What to change' })
    await words.fill('Look twice.')
    await lookElsewhere(id)
    expect(await words.inputValue()).toBe('Look twice.')
    await page.reload()
    expect(await words.inputValue()).toBe('Look twice.')
    await card.getByRole('button', { name: 'Keep planning' }).click()
    await hub.until(() => hub.knows('Look twice.'))
    await stage.says('Well then.')
    const row = stage.transcript.getByRole('article', { name: /ExitPlanMode/ })
    await row.getByText('kept planning', { exact: true }).waitFor()
    await row.getByText(/^Kept planning, decided by /).waitFor()
    expect(await row.getByText(/denied/i).count()).toBe(0)
  })

  it('is a picture beside a draft: there again after a look elsewhere, and asked about before a reload', async () => {
    const { page } = stage
    await stage.show(other)
    await stage.says('Something else.')
    const choosing = page.waitForEvent('filechooser')
    await stage.button('Attach').click()
    await (await choosing).setFiles([{ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }])
    const attachments = page.getByRole('list', { name: 'Attachments' })
    const picture = attachments.getByRole('img', { name: 'dot.png' })
    await picture.waitFor()
    await page
      .getByRole('link', { name: /^Inbox/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await link(other).click()
    await picture.waitFor()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.getByRole('button', { name: 'Remove dot.png' }).click()
    await attachments.waitFor({ state: 'detached' })
    await page.reload()
    await stage.says('Something else.')
    expect(asked).toEqual([])
    const again = page.waitForEvent('filechooser')
    await stage.button('Attach').click()
    await (await again).setFiles([{ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }])
    await picture.waitFor()
    await page.reload()
    await stage.says('Something else.')
    expect(asked).toEqual(['beforeunload'])
    page.removeAllListeners('dialog')
  })

  it('is a queue of long messages on a phone, which leaves Stop and Send on the screen', async () => {
    const { page, hub } = stage
    hub.model.script('Hold on.', [{ text: 'One moment please.', holdAfterDeltas: 1 }])
    const id = await hub.begin({ prompt: 'Hold on.' })
    await hub.model.holding()
    await page.setViewportSize({ width: 390, height: 844 })
    await stage.show(id)
    await stage.isStatus('working')
    const queued = page.getByRole('list', { name: 'Queued messages' })
    const names = ['One', 'Two', 'Three', 'Four']
    for (const name of names) {
      await stage.message.fill(`${name} ${'long words '.repeat(40)}`)
      await stage.button('Send').click()
      await queued.getByRole('button', { name: `Cancel: ${name}` }).waitFor()
    }
    const end = async (name: string) => {
      const box = await stage.button(name).boundingBox()
      return (box?.y ?? Number.NaN) + (box?.height ?? 0)
    }
    await stage.message.fill('line\n'.repeat(60))
    for (const name of ['Stop', 'Send']) expect(await end(name), name).toBeLessThanOrEqual(844)
    // It scrolls by keyboard, and what can be done with a message is one line.
    expect(await queued.evaluate((list) => list.scrollHeight > list.clientHeight + 100)).toBe(true)
    await queued.focus()
    await page.keyboard.press('End')
    await page.waitForFunction(() => (document.querySelector('.queued')?.scrollTop ?? 0) > 100)
    const tops = await queued
      .getByRole('listitem')
      .nth(1)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)))
    expect(tops).toHaveLength(5)
    expect(new Set(tops).size).toBe(1)
    await stage.message.fill('')
    for (const name of names) await queued.getByRole('button', { name: `Cancel: ${name}` }).click()
    await queued.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1280, height: 800 })
    hub.model.release()
    await stage.isStatus('idle')
  })

  it('is an answer without a connection: its card says everywhere that it goes out later, and it does', async () => {
    const { page, hub } = stage
    hub.model.script('A late file.', [bash('touch late.txt'), { text: 'Late, but made.' }])
    const id = await hub.begin({ prompt: 'A late file.' })
    const inbox = page.getByRole('link', { name: 'Inbox' })
    await inbox.click()
    await page.getByRole('button', { name: 'Allow once' }).waitFor()
    await page.locator(`a[href$="${id}"]`).first().click()
    const card = page.getByRole('group', { name: 'Approval: Bash' })
    await card.getByText('touch late.txt').waitFor()
    const { port } = new URL(hub.server.url)
    await hub.server.kill()
    await page.getByRole('alert', { name: 'Connection' }).waitFor()
    const note = card.getByText('The answer goes out when the connection is back.')
    expect(await note.count()).toBe(0)
    await card.getByRole('button', { name: 'Allow once' }).click()
    await note.waitFor()
    // Answered is answered, wherever it is looked at, and for as long as it takes.
    await inbox.click()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await note.waitFor()
    for (const name of ['Allow once', 'Deny'])
      expect(await card.getByRole('button', { name }).isDisabled(), name).toBe(true)
    await page.evaluate(() => {
      for (const [id, at] of Object.entries({ old: 0, recent: Date.now() }))
        localStorage.setItem(
          `quarterdeck.decision.elsewhere.${id}`,
          JSON.stringify({ id, at, command: { kind: 'decide' } }),
        )
    })
    // Phones end pages without asking.
    await page.goto('about:blank')
    await hub.start('--port', port)
    await page.goto(`${hub.server.url}/sessions/${id}`)
    await stage.says('Late, but made.')
    expect(made('late.txt')).toBe(true)
    // It is kept no longer; nor is that of another server, after an hour.
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('decision')))).toEqual([
      'quarterdeck.decision.elsewhere.recent',
    ])
  })

  it('is an answer that comes too late, or a stop of a turn that is over: it is said, and does nothing', async () => {
    const { page, hub } = stage
    hub.model.script('A quick file.', [bash('touch quick.txt'), { text: 'Quickly made.' }])
    hub.model.script('Something new.', [{ text: 'It goes on and on.', holdAfterDeltas: 1 }])
    const id = await hub.begin({ prompt: 'A quick file.' })
    let isHeld = false
    const held: (() => void)[] = []
    await page.routeWebSocket('**/api/live', (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((text) => {
        if (isHeld && String(text).includes('"type":"command"')) held.push(() => server.send(text))
        else server.send(text)
      })
      server.onMessage((text) => socket.send(text))
    })
    await stage.show(id)
    const card = page.getByRole('group', { name: 'Approval: Bash' })
    await card.getByText('touch quick.txt').waitFor()
    isHeld = true
    await card.getByRole('button', { name: 'Deny' }).click()
    await stage.button('Stop').click()
    const asked = (await hub.inbox()).find(({ sessionId }) => sessionId === id)
    const answer = { request_id: asked?.requestId, behavior: 'allow', inputHash: asked?.inputHash }
    expect((await hub.call('POST', `/api/claude/sessions/${id}/permission`, answer)).status).toBe(200)
    await stage.says('Quickly made.')
    await hub.rested(id)
    await hub.send(id, 'Something new.')
    await hub.model.holding()
    for (const release of held) release()
    await page.getByText(/^Bash was allowed by .* Your answer came too late\./).waitFor()
    expect(made('quick.txt')).toBe(true)
    hub.model.release()
    await stage.isStatus('idle')
    expect(hub.transcript(id).some((line) => JSON.stringify(line).includes('interrupted by user'))).toBe(false)
  })
})
