import { spawn } from 'node:child_process'
import type { Sink } from '../output.ts'
import type { Faults } from './faults.ts'

const STUBBORN = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)"
const LINE = `${'A line on stderr that says nothing. '.repeat(3)}\n`

/** The faults of a process as such, from its start. */
export async function misbehave(faults: Faults, stderr: Sink): Promise<void> {
  if (faults.ignoreSigterm) process.on('SIGTERM', () => undefined)
  if (faults.grandchild) {
    const child = spawn(process.execPath, ['-e', STUBBORN], { stdio: ['ignore', 'inherit', 'inherit'] })
    child.unref()
    await stderr(`grandchild ${child.pid}\n`)
  }
  for (let left = faults.floodStderrBytes ?? 0; left > 0; left -= LINE.length) await stderr(LINE.slice(0, left))
}
