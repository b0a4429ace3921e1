import { existsSync, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Problem } from './bootstrap/problem.mjs'
import { saying } from './bootstrap/say.mjs'
import { root } from './root.ts'
import { runProgram, runTool } from './run-program.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** Inside the clone, so that a test run leaves nothing in the home folder. */
const OWN = join(root, '.cache', 'browsers')

/** The browser for tests: `$QUARTERDECK_CHROMIUM`, the system's, or one that is installed now. */
export async function ensureChromium(): Promise<string> {
  const found = findChromium()
  if (found !== null) return found
  await saying('Installing Chromium for the browser tests', installChromium)
  const installed = findChromium()
  if (installed === null)
    throw new Problem(
      'Chromium was installed and is not to be found. Install it yourself and set QUARTERDECK_CHROMIUM to its path.',
    )
  return installed
}

function findChromium(): string | null {
  const named = process.env.QUARTERDECK_CHROMIUM
  if (named !== undefined) {
    if (existsSync(named)) return named
    throw new Problem(`QUARTERDECK_CHROMIUM is '${named}', which does not exist.`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const system = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const own = globSync(['*/chrome-linux*/chrome', '*/chrome-mac*/*.app/Contents/MacOS/*'], { cwd: OWN })
  return [...system, ...MAC, ...own.map((path) => join(OWN, path))].find((path) => existsSync(path)) ?? null
}

async function installChromium(): Promise<void> {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const { code, output } = isDebianRoot ? await installPackage() : await installFromPlaywright()
  if (code === 0) return
  const tail = output.trim().split('\n').slice(-5).join('\n')
  throw new Problem(
    `Chromium could not be installed. Install it yourself (on Debian: apt-get install chromium), then run this again. The installer said:\n${tail}`,
  )
}

async function installPackage() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runProgram('apt-get', ['update', '-qq'], { env })
  return runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], {
    env,
  })
}

function installFromPlaywright() {
  const env = { PLAYWRIGHT_BROWSERS_PATH: OWN, HOME: homedir() }
  return runTool('playwright-core/cli.js', ['install', 'chromium'], { env })
}
