import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageStage } from '../../stages/page-stage.ts'

const WORDS = 'Count the lighthouses, please.'

describe('what was said in the page, with the real CLI 2.1.325 in a real browser', () => {
  let stage: PageStage
  let id: string

  beforeAll(async () => {
    stage = await PageStage.set('2.1.325')
    id = await stage.hub.converse('First words.')
    await stage.show(id)
    await stage.isStatus('idle')
    await stage.message.fill(WORDS)
    await stage.page.keyboard.press('Enter')
    await stage.hub.until(() => stage.hub.knows(WORDS))
    await stage.isStatus('idle')
    await stage.hub.send(id, '/context')
    await stage.hub.rested(id)
  })
  afterAll(() => stage.clear())

  it('is in a file for its owner alone, and the CLI itself has not written it down', () => {
    const { hub } = stage
    const path = join(hub.data, 'prompts.jsonl')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const kept = readFileSync(path, 'utf8').trim().split('\n')
    expect(kept.map((line) => JSON.parse(line).display)).toEqual(['First words.', WORDS, '/context'])
    const history = join(hub.home, '.claude/history.jsonl')
    expect(existsSync(history) && readFileSync(history, 'utf8').includes(WORDS)).toBe(false)
  })

  it('is found in Prompts, commands too, and leads to its session', async () => {
    const { page } = stage
    await page.getByRole('navigation').getByRole('link', { name: 'Prompts', exact: true }).click()
    const found = page.getByRole('list', { name: 'Prompts' }).getByRole('listitem')
    await found.filter({ hasText: '/context' }).waitFor()
    expect(await found.count()).toBe(3)
    await page.getByRole('searchbox', { name: 'Search prompts' }).fill('LIGHTHOUSES')
    await expect.poll(() => found.count()).toBe(1)
    await found.filter({ hasText: WORDS }).getByRole('link', { name: 'Open session' }).click()
    await stage.says(WORDS)
    expect(page.url()).toContain(id)
  })

  it('is found by Ctrl+R in another session of the project, and in none of another project', async () => {
    const { page, message, hub } = stage
    await stage.show(await hub.converse('Another session.'))
    await message.focus()
    await page.keyboard.press('Control+r')
    await page.getByRole('combobox', { name: 'Find an earlier prompt' }).fill('lighthouses')
    await page.getByRole('option', { name: WORDS }).waitFor()
    await page.keyboard.press('Enter')
    expect(await message.inputValue()).toBe(WORDS)
    const { body } = await hub.call('GET', `/api/claude/history?project=${encodeURIComponent(hub.home)}`)
    expect(body.items).toEqual([])
  })
})
