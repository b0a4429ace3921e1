import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'

const folder = join(root, 'docs', 'decisions')

describe('the list of decisions', () => {
  const entries = readFileSync(join(folder, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\d+\. /.test(line))

  // Markdown counts on by itself, so that a gap would give every later entry another number than its page has.
  it('has every number once, in order', () => {
    expect(entries.map((entry) => Number.parseInt(entry, 10))).toEqual(entries.map((_, index) => index + 1))
  })

  it('leads to every page under its number, or says that it was withdrawn', () => {
    const pages = entries.flatMap((entry) => {
      const [, number = '', page] = /^(\d+)\. (?:\[.*\]\((.*)\)|\*withdrawn .*\*)$/.exec(entry) ?? []
      expect(number, entry).not.toBe('')
      if (page !== undefined) expect(page).toMatch(new RegExp(`^${number.padStart(4, '0')}-`))
      return page ?? []
    })
    expect(pages).toEqual(globSync('[0-9]*.md', { cwd: folder }).sort())
  })
})
