import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NARROW } from './use-is-narrow.ts'

const source = join(import.meta.dirname, '..')

describe('narrow', () => {
  it('is the same to every style sheet as to the page', () => {
    const queries = globSync('**/*.css', { cwd: source }).flatMap((file) =>
      readFileSync(join(source, file), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('@media') && /72[01]px/.test(line))
        .map((line) => `${file}: ${line.slice('@media '.length, -' {'.length)}`),
    )
    expect(queries.length).toBeGreaterThan(10)
    const others = NARROW.replace(', ', ') or (').replace(/^/, 'not ((').replace(/$/, ')))')
    const isSame = (query: string) => query.endsWith(NARROW) || toPlain(query).endsWith(toPlain(others))
    expect(queries.filter((query) => !isSame(query))).toEqual([])
  })
})

const toPlain = (query: string) => query.replaceAll(/[()]/g, '')
