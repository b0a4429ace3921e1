import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findCycles } from './cycles.ts'

describe('findCycles', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-cycles-'))
    mkdirSync(join(folder, 'packages/web/src'), { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function put(files: Record<string, string>): void {
    for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, 'packages/web/src', name), source)
  }

  it('names files that import each other over a third, by value and by type', () => {
    put({
      'a.ts': "import { b } from './b.ts'\nexport const a = b",
      'b.ts': "import type { C } from './c.ts'\nexport const b: C = 1",
      'c.ts': "export { a } from './a.ts'\nexport type C = number",
      'd.ts': "import { a } from './a.ts'\nexport const d = a",
    })
    const [first, ...others] = ['a', 'b', 'c'].map((name) => `packages/web/src/${name}.ts`)
    expect(findCycles(folder)).toEqual([`These 3 files import each other: ${[first, ...others].join(', ')}`])
  })

  it('lets a file load one that imports it, when it is wanted', () => {
    put({
      'a.ts': "export const a = () => import('./b.ts')",
      'b.ts': "import { a } from './a.ts'\nexport const b = a",
    })
    expect(findCycles(folder)).toEqual([])
  })
})
