import { randomUUID } from 'node:crypto'
import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { identifyProcess } from '../process/process-identity.ts'

export type Claim = { kind: 'claimed'; release: () => void } | { kind: 'held'; pid: number }

const MAX_TRIES = 5

/**
 * One process at a time writes the log of a folder: its keeper, or whoever puts in order what a keeper has left. The claim is a
 * link whose target names the process, since a link is there with its content or not at all; it holds as long as the process lives.
 */
export function claimFolder(folder: string): Claim {
  const path = join(folder, 'keeper.lock')
  const own = `${process.pid}:${identifyProcess(process.pid)}`
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (link(own, path)) return { kind: 'claimed', release: () => release(path, own) }
    const holder = read(path)
    if (holder === null) continue
    const pid = Number(holder.split(':')[0])
    if (`${pid}:${identifyProcess(pid)}` === holder) return { kind: 'held', pid }
    takeAway(path, holder)
  }
  return { kind: 'held', pid: Number(read(path)?.split(':')[0]) }
}

/** Another may have taken the dead one's link away before us and put its own there: that one is put back. */
function takeAway(path: string, dead: string): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const taken = read(aside)
  if (taken !== null && taken !== dead) link(taken, path)
  rmSync(aside, { force: true })
}

function release(path: string, own: string): void {
  if (read(path) === own) rmSync(path, { force: true })
}

function link(target: string, path: string): boolean {
  try {
    symlinkSync(target, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
