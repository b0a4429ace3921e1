import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cliFlags } from '@quarterdeck/protocol'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { toOptionsPage } from './options-page.ts'

describe('docs/driver-options.md', () => {
  it('is what the tables say: after a change, run npm run docs', () => {
    expect(readFileSync(join(root, 'docs/driver-options.md'), 'utf8')).toBe(toOptionsPage())
  })

  it('says of every option what it is and where it goes, and names every flag', () => {
    const page = toOptionsPage()
    const rows = page.split('\n').filter((line) => /^\| `/.test(line))
    expect(rows.length).toBeGreaterThan(60)
    for (const row of rows) expect(row.split(/ (?<!\\)\| /).slice(0, 4)).not.toContain('')
    for (const flag of Object.keys(cliFlags)) expect(page).toMatch(new RegExp(`\`${flag}[\`=]`))
  })

  it('has what only startSession takes', () => {
    const [, only = ''] = toOptionsPage().split('## Only for startSession')
    const names = [...only.matchAll(/^\| `([\w.]+)` \| `.+` \| .+ \|$/gm)].map(([, name]) => name)
    const expected = ['claude', 'baseEnv', 'startTimeoutMs', 'force', 'keeper', 'keeper.folder', 'mcpServers', 'hooks']
    expect(names).toEqual(expect.arrayContaining([...expected, 'onPermission', 'onFault']))
  })
})
