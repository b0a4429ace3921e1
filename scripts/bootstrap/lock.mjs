import { mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { saying } from './say.mjs'

const TOUCH_MS = 1000
const STALE_MS = 10_000

/** Two terminals may start in a fresh clone at once; the second waits until the first has done the step. */
export async function locked(path, step) {
  mkdirSync(dirname(path), { recursive: true })
  if (!tryLock(path))
    await saying('Waiting for another run in this clone to finish installing or building', () => waitFor(path))
  // A holder that was killed cannot give the lock back: it counts as held only as long as somebody touches it.
  const timer = setInterval(() => touch(path), TOUCH_MS)
  try {
    return await step()
  } finally {
    clearInterval(timer)
    rmSync(path, { recursive: true, force: true })
  }
}

async function waitFor(path) {
  while (!tryLock(path)) await sleep(200)
}

function tryLock(path) {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return isStale(path) && takeOver(path)
  }
}

function isStale(path) {
  const touchedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return touchedMs !== undefined && Date.now() - touchedMs > STALE_MS
}

/** Of several that find it stale, the one whose rename succeeds goes on to make a new one. */
function takeOver(path) {
  const gone = `${path}.${process.pid}`
  try {
    renameSync(path, gone)
  } catch {
    return false
  }
  rmSync(gone, { recursive: true, force: true })
  return tryLock(path)
}

function touch(path) {
  const now = new Date()
  utimesSync(path, now, now)
}
