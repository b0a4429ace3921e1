import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { endOrphan } from './orphan.ts'
import { identifyProcess } from './process-identity.ts'

async function startStubborn() {
  const source = "process.on('SIGTERM', () => undefined); console.log('up'); setInterval(() => undefined, 1000)"
  const child = spawn(process.execPath, ['-e', source], { detached: true })
  await once(child.stdout, 'data')
  return child
}

describe('identifyProcess', () => {
  it('tells one process from another, and from none', async () => {
    const child = await startStubborn()
    const identity = identifyProcess(child.pid as number)
    expect(identity).not.toBeNull()
    expect(identifyProcess(child.pid as number)).toBe(identity)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(identifyProcess(child.pid as number)).not.toBe(identity)
    expect(identifyProcess(0)).toBeNull()
    expect(identifyProcess(Number.NaN)).toBeNull()
  })
})

describe('endOrphan', () => {
  it('ends a process that is the one noted, even one that ignores SIGTERM', async () => {
    const child = await startStubborn()
    const exited = once(child, 'exit')
    await endOrphan({ pid: child.pid as number, identity: identifyProcess(child.pid as number) as string })
    expect((await exited)[1]).toBe('SIGKILL')
  })

  it('leaves a process alone that only has the same number', async () => {
    const child = await startStubborn()
    await endOrphan({ pid: child.pid as number, identity: 'of another time' })
    expect(identifyProcess(child.pid as number)).not.toBeNull()
    child.kill('SIGKILL')
  })
})
