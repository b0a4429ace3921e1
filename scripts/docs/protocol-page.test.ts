import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageTable } from '@quarterdeck/protocol'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { toProtocolPage } from './protocol-page.ts'

describe('docs/protocol.md', () => {
  it('is what the schemas say: after a change, run npm run docs', () => {
    expect(readFileSync(join(root, 'docs/protocol.md'), 'utf8')).toBe(toProtocolPage())
  })

  it('names every message, and the fields of one', () => {
    const page = toProtocolPage()
    for (const name of Object.keys(messageTable)) expect(page).toContain(`### ${name}\n`)
    expect(page).toContain('`permissionMode?` (default · acceptEdits · bypassPermissions')
  })
})
