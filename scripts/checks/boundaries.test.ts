import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { findBreaches } from './boundaries.ts'

describe('findBreaches', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarterdeck-boundaries-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function put(path: string, source: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), source)
  }

  it.each([
    ['packages/protocol/src/a.ts', "import { readFileSync } from 'node:fs'", 'but must run in a browser'],
    ['packages/transcript/src/a.ts', "export { join } from 'node:path'", 'but must run in a browser'],
    ['packages/web/src/a.tsx', "const fs = await import('node:fs')", 'but must run in a browser'],
    ['packages/protocol/src/a.ts', "import '@quarterdeck/driver'", 'which it may not know'],
    ['packages/driver/src/a.ts', "import type { X } from '@quarterdeck/transcript'", 'which it may not know'],
    ['packages/transcript/src/a.ts', "import { z } from 'zod'", 'which is not among its dependencies'],
    ['packages/web/src/a.ts', "import { parseLine } from '@quarterdeck/protocol'", 'of which it may import types only'],
    ['packages/client/src/a.ts', "import { ROUTES } from '@quarterdeck/contract/routes'", 'types only'],
    ['packages/web/src/a.ts', "import { ROUTES } from '@quarterdeck/contract/routes'", 'types only'],
    ['packages/contract/src/a.ts', "import { fold } from '@quarterdeck/transcript'", 'types only'],
    [
      'packages/driver/src/a.ts',
      "import { x } from '../../protocol/src/index.ts'",
      'which reaches into another package',
    ],
    ['packages/newcomer/src/a.ts', 'export {}', "package 'newcomer' has no rule"],
  ])('finds in %s that %s', (path, source, problem) => {
    put(path, source)
    expect(findBreaches(folder)).toEqual([expect.stringContaining(problem)])
  })

  it.each([
    ['packages/protocol/src/a.ts', "import { z } from 'zod'"],
    ['packages/protocol/src/a.test.ts', "import { readFileSync } from 'node:fs'\nimport { it } from 'vitest'"],
    ['packages/web/src/a.ts', "import type { Message } from '@quarterdeck/protocol'"],
    ['packages/web/src/a.ts', "import type { Routes } from '@quarterdeck/contract/routes'"],
    ['packages/web/src/a.ts', "import { PROOF_HEADER } from '@quarterdeck/contract'"],
    ['packages/web/src/a.ts', "import { createRoot } from 'react-dom/client'"],
    ['packages/driver/src/a.ts', "import { spawn } from 'node:child_process'"],
  ])('lets %s do %s', (path, source) => {
    put(path, source)
    expect(findBreaches(folder)).toEqual([])
  })

  it('finds nothing in this repository', () => {
    expect(findBreaches(root)).toEqual([])
  })
})
