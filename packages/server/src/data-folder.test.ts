import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeDataFolder } from './data-folder.ts'

describe('the data directory', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-data-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is taken again with a file in it that this version does not know', () => {
    takeDataFolder(folder)()
    writeFileSync(join(folder, 'a-file-of-a-later-version.json'), '{}')
    takeDataFolder(folder)()
    expect(existsSync(join(folder, 'a-file-of-a-later-version.json'))).toBe(true)
  })

  it.each([
    ['holds files of somebody else', { 'thesis.tex': '' }],
    ['has a version.json of another program', { 'version.json': '{"version":1}', 'package.json': '{}' }],
  ])('is not taken where the folder %s, and its mode stays', (_, files) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const { mode } = statSync(folder)
    expect(() => takeDataFolder(folder)).toThrow("holds other things than Quarterdeck's")
    expect(statSync(folder).mode).toBe(mode)
  })

  it('of the version before product names is taken, and names its product from then on', () => {
    writeFileSync(join(folder, 'version.json'), '{"version":1}')
    writeFileSync(join(folder, 'devices.json'), '[]')
    takeDataFolder(folder)()
    expect(JSON.parse(readFileSync(join(folder, 'version.json'), 'utf8'))).toEqual({
      product: 'quarterdeck',
      version: 1,
    })
  })
})
