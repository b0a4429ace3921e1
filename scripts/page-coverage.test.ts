import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './root.ts'

interface Row {
  what: string
  file: string
  title: string
}

const lines = readFileSync(join(root, 'docs', 'page-coverage.md'), 'utf8').split('\n')
const cells = lines
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what ') && !line.startsWith('|---'))
  .map((line) => line.slice(2, -2).split(' | '))

/** The title as it stands in its file, with what is put into it left open. */
function isThere({ file, title }: Row): boolean {
  const path = join(root, file)
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8')
  const at = ["'", '`', '"'].map((quote) => source.indexOf(`${quote}${title}${quote}`)).find((place) => place !== -1)
  return at !== undefined && !/\b(it|test)\.(skip|todo)[^\n]*\n?[^\n]*$/.test(source.slice(Math.max(0, at - 120), at))
}

describe('docs/page-coverage.md', () => {
  it('has rows', () => expect(cells.length).toBeGreaterThan(100))

  it.each(cells.map(([what = '', test = '']) => ({ what, test })))('$what has a test', ({ what, test }) => {
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
    expect(isThere({ what, file, title }), `${file}: ${title}`).toBe(true)
  })
})
