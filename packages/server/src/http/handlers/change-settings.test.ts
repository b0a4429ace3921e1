import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeSettings } from './change-settings.ts'

let base: string
let path: string
const noted: string[] = []
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'settings-')))
  path = join(base, 'settings.json')
  noted.length = 0
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const change = (work: Parameters<typeof changeSettings>[0]['change']) =>
  changeSettings({ base, name: 'settings.json', change: work, note: (event) => noted.push(event) })
const withDays = (settings: object) => ({ ...settings, cleanupPeriodDays: 90 })

describe('a settings file', () => {
  it('keeps all that is not changed, in its order', () => {
    writeFileSync(path, '{"hooks": {"Stop": []}, "cleanupPeriodDays": 30, "model": "opus"}')
    expect(change(withDays)).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(
      '{\n  "hooks": {\n    "Stop": []\n  },\n  "cleanupPeriodDays": 90,\n  "model": "opus"\n}\n',
    )
    expect(noted).toEqual(['wanted'])
  })

  it('is made where there is none, and left alone where nothing is to change', () => {
    expect(change(() => null)).toBe(false)
    expect(existsSync(path)).toBe(false)
    expect(change(withDays)).toBe(true)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ cleanupPeriodDays: 90 })
  })

  it('is for its owner alone where it is made, and as open as it was where it is changed', () => {
    change(withDays)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    rmSync(path)
    writeFileSync(path, '{}', { mode: 0o644 })
    change(withDays)
    expect(statSync(path).mode & 0o777).toBe(0o644)
  })

  it('is not written anew where it is no UTF-8, which would be lost', () => {
    const bytes = Buffer.concat([Buffer.from('{"language":"Fran'), Buffer.from([0xe7]), Buffer.from('ais"}')])
    writeFileSync(path, bytes)
    expect(() => change(withDays)).toThrow('is no UTF-8')
    expect(readFileSync(path)).toEqual(bytes)
    expect(noted).toEqual([])
  })

  it('says what stood in the way', () => {
    writeFileSync(path, '{}')
    const exchange = () => {
      rmSync(path)
      mkdirSync(path)
      return { model: 'opus' }
    }
    expect(() => change(exchange)).toThrow(/^'.*settings.json' was not changed: .* is no plain file\.$/)
    expect(noted).toEqual(['wanted', 'failed'])
  })

  it.each([['{'], ['[]'], ['null'], ['']])('is not written anew where it cannot be read: %j', (text) => {
    writeFileSync(path, text)
    expect(() => change(withDays)).toThrow('is no JSON')
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('is not written where somebody else was quicker, or behind a link', () => {
    writeFileSync(path, '{}')
    const slow = () => {
      writeFileSync(path, '{"model":"haiku"}')
      return { model: 'opus' }
    }
    expect(() => change(slow)).toThrow('was changed meanwhile')
    expect(noted).toEqual(['wanted', 'failed'])
    expect(readFileSync(path, 'utf8')).toBe('{"model":"haiku"}')
    rmSync(path)
    const elsewhere = join(mkdtempSync(join(tmpdir(), 'elsewhere-')), 'settings.json')
    writeFileSync(elsewhere, '{}')
    symlinkSync(elsewhere, path)
    expect(() => change(withDays)).toThrow(path)
    expect(readFileSync(elsewhere, 'utf8')).toBe('{}')
  })
})
