import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { saying } from './say.mjs'

/** Two terminals may start in a fresh clone at once; the second waits until the first has done the step. */
export async function locked(path, step) {
  mkdirSync(dirname(path), { recursive: true })
  if (!tryLock(path))
    await saying('Waiting for another run in this clone to finish installing or building', () => waitFor(path))
  try {
    return await step()
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

async function waitFor(path) {
  while (!tryLock(path)) await sleep(200)
}

function tryLock(path) {
  try {
    mkdirSync(path)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isHeld(path)) return false
    rmSync(path, { recursive: true, force: true })
    return tryLock(path)
  }
  writeFileSync(join(path, 'pid'), String(process.pid))
  return true
}

function isHeld(path) {
  try {
    process.kill(Number(readFileSync(join(path, 'pid'), 'utf8')), 0)
    return true
  } catch (error) {
    if (error.code === 'ENOENT') return isFresh(path)
    return error.code === 'EPERM'
  }
}

/** The holder has made the folder and not yet written its number, or died in between. */
function isFresh(path) {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return made !== undefined && Date.now() - made < 2000
}
