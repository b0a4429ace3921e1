import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { SESSION_MARKER } from '../cli/child-env.ts'
import { identifyProcess } from './process-identity.ts'
import { reapMarked } from './reap.ts'

const children: ChildProcess[] = []

async function start(marker: string | null, stubborn = false): Promise<number> {
  const ignore = stubborn ? "process.on('SIGTERM', () => undefined);" : ''
  const env = { PATH: process.env.PATH ?? '', ...(marker === null ? {} : { [SESSION_MARKER]: marker }) }
  const child = spawn(process.execPath, ['-e', `${ignore} console.log('up'); setInterval(() => undefined, 1000)`], {
    env,
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child.pid as number
}

describe('reapMarked', () => {
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  it('ends what is marked as ours, stubborn or not, and nothing else', async () => {
    const ours = `test:${crypto.randomUUID()}`
    const marked = [await start(ours), await start(ours, true)]
    const others = [await start(`${ours}0`), await start(null)]
    expect(await reapMarked((marker) => marker === ours)).toBe(2)
    expect(marked.map(identifyProcess)).toEqual([null, null])
    expect(others.map(identifyProcess)).not.toContain(null)
    expect(await reapMarked((marker) => marker === ours)).toBe(0)
  })
})
