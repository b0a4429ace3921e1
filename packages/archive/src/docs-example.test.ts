import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeDataDirectory } from '@quarterdeck/testkit'
import { expect, it } from 'vitest'
import type { ArchiveErrorCode } from './archive-error.ts'

const EXAMPLE = join(import.meta.dirname, '../examples/archive.ts')
const page = readFileSync(join(import.meta.dirname, '../../../docs/archive.md'), 'utf8')

it('docs/archive.md shows a program that runs', async () => {
  expect(page).toContain(`\`\`\`ts\n${readFileSync(EXAMPLE, 'utf8')}\`\`\``)
  const folder = mkdtempSync(join(tmpdir(), 'example-'))
  try {
    const claude = join(folder, 'claude')
    const oracle = await writeDataDirectory(claude, { seed: 3, sessions: 5, projects: 1, bytes: 300_000 })
    const env = { ...process.env, CLAUDE_CONFIG_DIR: claude }
    const { stdout } = await promisify(execFile)(process.execPath, [EXAMPLE], { cwd: folder, env })
    expect(stdout).toContain(`${oracle.usage.total.messages} answers, $`)
    expect(stdout).toMatch(/^\d+ messages$/m)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('docs/archive.md names every code of an ArchiveError', () => {
  const codes: Record<ArchiveErrorCode, true> = {
    closed: true,
    index_damaged: true,
    index_failed: true,
    worker_failed: true,
    wrong_mode: true,
    bad_time_zone: true,
    bad_cursor: true,
    bad_request: true,
  }
  for (const code of Object.keys(codes)) expect(page).toContain(`| \`${code}\` |`)
})
