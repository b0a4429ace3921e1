import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseLine } from '@quarterdeck/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  generateForTest,
  listFiles,
  listTranscripts,
  readWhole,
  SMALL,
  type TestDirectory,
} from './generate-for-test.ts'

let directory: TestDirectory
beforeAll(async () => {
  directory = await generateForTest()
})
afterAll(() => directory.remove())

function fingerprint(path: string): string {
  const hash = createHash('sha256')
  for (const file of listFiles(path)) hash.update(file).update(readFileSync(join(path, file)))
  return hash.digest('hex')
}

describe('A generated data directory', () => {
  it('is the same for the same seed, byte for byte, and so is its oracle', async () => {
    const again = await generateForTest()
    expect(fingerprint(again.path)).toBe(fingerprint(directory.path))
    expect(again.oracle).toEqual(directory.oracle)
    again.remove()
  })

  it('is another one for another seed', async () => {
    const other = await generateForTest({ seed: 8 })
    expect(fingerprint(other.path)).not.toBe(fingerprint(directory.path))
    other.remove()
  })

  it('has the size that was asked for, and the oracle knows it', () => {
    const files = listFiles(directory.path)
    const bytes = files.reduce((sum, file) => sum + statSync(join(directory.path, file)).size, 0)
    expect(directory.oracle).toMatchObject({ files: files.length, bytes })
    expect(Math.abs(bytes / Number(SMALL.bytes) - 1)).toBeLessThan(0.1)
  })

  it('can have one file of a given size', async () => {
    const one = await generateForTest({ sessions: 1, projects: 1, bytes: 3_000_000, largestBytes: 3_000_000 })
    expect(one.oracle.sessions).toHaveLength(1)
    expect(Math.abs((one.oracle.sessions[0]?.bytes ?? 0) / 3_000_000 - 1)).toBeLessThan(0.1)
    one.remove()
  })

  it('holds only lines that the protocol knows, where they are not damaged', () => {
    const strange = new Set<string>()
    for (const file of listTranscripts(directory.path)) {
      for (const text of readWhole(directory.path, file).texts) {
        const line = parseLine(text)
        if (line.kind === 'unknown') strange.add(`${line.reason} ${line.type}/${line.subtype}`)
        if (line.kind === 'message') for (const fault of line.faults) strange.add(JSON.stringify(fault))
      }
    }
    expect([...strange]).toEqual([])
  })

  it('has every kind of line that a reader meets', () => {
    const kinds = new Set<string>()
    for (const file of listTranscripts(directory.path)) {
      for (const line of readWhole(directory.path, file).lines) {
        const inner = line.data as { type?: string } | undefined
        kinds.add([line.type, line.subtype ?? inner?.type].filter(Boolean).join('/'))
      }
    }
    expect([...kinds].sort()).toMatchInlineSnapshot(`
      [
        "agent-color",
        "agent-name",
        "ai-title",
        "api-request",
        "api-request-blob",
        "api-request-shape",
        "assistant",
        "atis-latch",
        "attachment",
        "continued-in",
        "cost-state",
        "custom-title",
        "file-history-delta",
        "file-history-snapshot",
        "last-prompt",
        "mode",
        "permission-mode",
        "pr-link",
        "progress/agent_progress",
        "progress/bash_progress",
        "progress/hook_progress",
        "progress/query_update",
        "progress/search_results_received",
        "queue-operation",
        "summary",
        "system/api_error",
        "system/compact_boundary",
        "system/informational",
        "system/local_command",
        "system/microcompact_boundary",
        "system/stop_hook_summary",
        "system/turn_duration",
        "tag",
        "tools-used",
        "user",
      ]
    `)
  })

  it('gives every file the time of its last line', () => {
    for (const session of directory.oracle.sessions) {
      expect(statSync(join(directory.path, session.file)).mtimeMs).toBeCloseTo(session.modifiedMs, -1)
    }
  })
})
