import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { root } from '../../scripts/root.ts'
import type { Row } from '../../scripts/rows.ts'
import { withPage } from '../open-page.ts'

/** What shows messages on their way is needed when nothing can be loaded. */
const MAX_KB = 180
/** With what draws commands, diffs and cards, which comes when Claude does something. */
const MAX_KB_AT_WORK = 212

export default {
  id: 'page-javascript',
  title: 'Page: JavaScript that is loaded when a session is opened, and when Claude works in it, gzip',
  async run() {
    const [opened, atWork] = await withPage(20, async ({ page, cli, toAddress }) => {
      await page.goto(toAddress())
      await page.getByRole('log').getByText('Line 19.').first().waitFor()
      const opened = await listLoaded(page)
      const input = { file_path: '/tmp/a.txt', old_string: 'one', new_string: 'two' }
      const content = [{ type: 'tool_use', id: 'toolu_1', name: 'Edit', input }]
      const message = { id: 'msg_edit', type: 'message', role: 'assistant', content }
      cli.say({ type: 'assistant', uuid: crypto.randomUUID(), message })
      const request = { subtype: 'can_use_tool', tool_name: 'Edit', tool_use_id: 'toolu_1', input }
      cli.say({ type: 'control_request', request_id: 'request-1', request })
      await page.getByRole('group', { name: 'Approval: Edit' }).waitFor()
      await page.getByRole('log').getByRole('region', { name: 'Diff' }).waitFor()
      return [opened, await listLoaded(page)]
    })
    const [kb, atWorkKb] = [toKb(opened), toKb(atWork)]
    return {
      passed: opened.length > 0 && kb <= MAX_KB && atWorkKb <= MAX_KB_AT_WORK,
      bar: `at most ${MAX_KB} and ${MAX_KB_AT_WORK} KB`,
      found: `${kb.toFixed(0)} KB in ${opened.length} files, then ${atWorkKb.toFixed(0)} KB in ${atWork.length}`,
      figures: { kb, files: opened.length, atWorkKb, atWorkFiles: atWork.length },
    }
  },
} satisfies Row

const listLoaded = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => /\/assets\/([^/]+\.js)$/.exec(name)?.[1] ?? []),
  )

/** What a cache of the browser held already counts as well. */
function toKb(names: readonly string[]): number {
  const sizes = names.map((name) => gzipSync(readFileSync(join(root, 'packages/web/dist/assets', name))).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}
