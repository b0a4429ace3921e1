import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'
import { streamThread } from './stream-thread.ts'
import { type AgentLink, type ThreadFile, toThread } from './thread.ts'

const PAD = 'x'.repeat(100_000)
const call = (id: string, uuid = id) => ({ type: 'assistant', uuid, message: { content: [{ type: 'tool_use', id }] } })
const filling = (count: number) => Array.from({ length: count }, () => ({ type: 'user', message: { content: PAD } }))

describe('a session with many agents', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'stream-thread-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const write = (path: string, lines: readonly object[]) => {
    writeFileSync(join(root, path), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return { root, path } as TranscriptFile
  }
  const toLink = (agentId: string, toolUseId: string): AgentLink => {
    const file = { ...write(`${agentId}.jsonl`, [{ type: 'user', uuid: `of ${agentId}` }]), agentId }
    return { file, agentId, toolUseId, parentAgentId: null }
  }
  const uuidsOf = async (thread: ThreadFile) => {
    const pieces: Buffer[] = []
    for await (const piece of streamThread(thread)) pieces.push(piece)
    const lines = Buffer.concat(pieces).toString().trim().split('\n')
    return lines.flatMap((line) => (JSON.parse(line) as { uuid?: string }).uuid ?? [])
  }

  it('has each behind the last line that calls it, wherever that stands', async () => {
    const edge = 1024 * 1024 - (PAD.length + 48) * 10
    const main = write('s.jsonl', [
      ...[call('t1'), call('t2', 'first t2'), { type: 'request', note: call('t1') }],
      ...filling(9),
      { type: 'user', message: { content: 'y'.repeat(Math.max(0, edge)) } },
      ...[call('t3'), ...filling(15), call('t2', 'last t2'), call('t"4')],
    ])
    const links = [toLink('a', 't1'), toLink('b', 't2'), toLink('c', 't3'), toLink('d', 't"4'), toLink('e', 'none')]
    expect(await uuidsOf(toThread(main, links))).toEqual([
      'of e',
      't1',
      'of a',
      'first t2',
      't3',
      'of c',
      'last t2',
      'of b',
      't"4',
      'of d',
    ])
  })

  it('lets others be served while their calls are looked for', async () => {
    const main = write('s.jsonl', [call('t1'), call('t2'), call('t3'), ...filling(120)])
    const thread = toThread(main, [toLink('a', 't1'), toLink('b', 't2'), toLink('c', 't3')])
    let served = 0
    let isOver = false
    const serve = () => {
      served += 1
      if (!isOver) setImmediate(serve)
    }
    setImmediate(serve)
    await streamThread(thread).next()
    isOver = true
    expect(served).toBeGreaterThan(10)
  })
})
