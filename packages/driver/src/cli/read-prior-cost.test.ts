import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createPriorCostReader, readPriorCost } from './read-prior-cost.ts'

const folder = mkdtempSync(join(tmpdir(), 'prior-cost-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(...lines: unknown[]): string {
  const path = join(folder, 'session.jsonl')
  writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  return path
}

const total = (totalCostUSD: unknown) => ({ type: 'cost-state', sessionId: 's', totalCostUSD })

describe('the cost that a transcript ends with', () => {
  it('is the last that was written, whatever stands behind it', () => {
    expect(readPriorCost(write(total(0.1), { type: 'user' }, total(0.25), { type: 'last-prompt' }))).toBe(0.25)
  })

  it('is found at the end of a long one', () => {
    expect(readPriorCost(write('x'.repeat(1_000_000), total(0.5)))).toBe(0.5)
  })

  it('is not known where there is none, no file, or none that can be read', () => {
    expect(readPriorCost(null)).toBeUndefined()
    expect(readPriorCost(write({ type: 'user', text: '"type":"cost-state"' }))).toBeUndefined()
    expect(readPriorCost(write(total('much')))).toBeUndefined()
    expect(readPriorCost(write('{"type":"cost-state","totalCo'))).toBeUndefined()
  })

  it('is that of the session a first process goes on with, and of its own for the next', () => {
    const project = join(folder, 'projects', '-project')
    mkdirSync(project, { recursive: true })
    for (const [id, cost] of [
      ['before', 1],
      ['own', 2],
    ] as const)
      writeFileSync(join(project, `${id}.jsonl`), `${JSON.stringify(total(cost))}\n`)
    const read = createPriorCostReader(folder, 'before')
    expect(read({ sessionId: 'own', isFirst: true })).toBe(1)
    expect(read({ sessionId: 'own', isFirst: false })).toBe(2)
    expect(createPriorCostReader(folder, undefined)({ sessionId: 'own', isFirst: true })).toBeUndefined()
  })
})
