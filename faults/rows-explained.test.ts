import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = import.meta.dirname
const rows = globSync('rows/*/*.ts', { cwd: folder }).sort()
const explained = readFileSync(join(folder, 'README.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, file] = /^\| ([RS]\d\S*) \| .+ \| \[(.+?)\]/.exec(line) ?? []
    return id === undefined ? [] : [`${id}: ${file}`]
  })

describe('faults/README.md', () => {
  it('explains the id of every row, and of no other', () => {
    // Read, not loaded: with all that the rows import that would take seconds.
    const wanted = rows.map((path) => {
      const [, id] = /^ {2}id: '(.+)',$/m.exec(readFileSync(join(folder, path), 'utf8')) ?? []
      return `${id}: ${basename(path)}`
    })
    expect(explained.sort(), 'the tables of faults/README.md').toEqual(wanted.sort())
  })
})
