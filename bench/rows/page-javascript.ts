import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../../scripts/root.ts'
import type { Row } from '../../scripts/rows.ts'
import { withPage } from '../open-page.ts'

const MAX_KB = 180

export default {
  id: 'page-javascript',
  title: 'Page: JavaScript that is loaded when a session is opened, gzip',
  async run() {
    const names = await withPage(20, async ({ page, toAddress }) => {
      await page.goto(toAddress())
      await page.getByRole('log').getByText('Line 19.').first().waitFor()
      return page.evaluate(() =>
        performance.getEntriesByType('resource').flatMap(({ name }) => /\/assets\/([^/]+\.js)$/.exec(name)?.[1] ?? []),
      )
    })
    // What a cache of the browser held already counts as well.
    const sizes = names.map((name) => gzipSync(readFileSync(join(root, 'packages/web/dist/assets', name))).length)
    const kb = sizes.reduce((sum, size) => sum + size, 0) / 1000
    return {
      passed: names.length > 0 && kb <= MAX_KB,
      bar: `at most ${MAX_KB} KB`,
      found: `${kb.toFixed(0)} KB in ${names.length} files`,
      figures: { kb, files: names.length },
    }
  },
} satisfies Row
