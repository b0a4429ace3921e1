import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { locked } from './bootstrap/lock.mjs'
import { saying } from './bootstrap/say.mjs'
import { root } from './root.ts'

interface Target {
  what: string
  folder: string
  /** Packages whose sources end up in the bundle. */
  packages: string[]
}

const TARGETS: Target[] = [
  {
    what: 'Building the page',
    folder: 'packages/web',
    packages: ['web', 'client', 'transcript', 'contract', 'protocol'],
  },
  {
    what: 'Building the server',
    folder: 'packages/server',
    packages: ['server', 'client', 'driver', 'archive', 'player', 'transcript', 'contract', 'protocol'],
  },
]

/** What users run is bundled. Builds the bundles whose sources have changed since they were built. */
export async function buildStale(): Promise<void> {
  if (TARGETS.every(isFresh)) return
  await locked(join(root, '.cache', 'build.lock'), async () => {
    for (const target of TARGETS.filter((each) => !isFresh(each))) {
      await saying(target.what, () => build(target))
    }
  })
}

async function build(target: Target): Promise<void> {
  const hash = sourceHash(target)
  const vite = await import('vite')
  await vite.build({ configFile: join(root, target.folder, 'vite.config.ts'), logLevel: 'error' })
  const stamp = stampPath(target)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

function isFresh(target: Target): boolean {
  try {
    return readFileSync(stampPath(target), 'utf8') === sourceHash(target)
  } catch {
    return false
  }
}

function stampPath(target: Target): string {
  return join(root, target.folder, 'dist', '.stamp')
}

function sourceHash(target: Target): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const patterns = target.packages.map((name) => `packages/${name}/{src/**,public/**,index.html,*.ts,package.json}`)
  const files = globSync(patterns, { cwd: root, withFileTypes: true }).filter((file) => file.isFile())
  for (const path of files.map((file) => join(file.parentPath, file.name)).sort()) {
    if (!path.endsWith('.test.ts')) hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  return hash.digest('hex')
}
