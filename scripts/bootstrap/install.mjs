import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { locked } from './lock.mjs'
import { Problem } from './problem.mjs'
import { saying } from './say.mjs'

/** Installs when there is no node_modules, or when it was made from another lockfile. */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  await locked(join(root, '.cache', 'install.lock'), async () => {
    if (isInstalled(root)) return
    await saying('Installing packages (the first time this takes a minute and 1 GB)', () => install(root))
    writeFileSync(stampPath(root), lockHash(root))
  })
}

function isInstalled(root) {
  return existsSync(stampPath(root)) && readFileSync(stampPath(root), 'utf8') === lockHash(root)
}

function stampPath(root) {
  return join(root, 'node_modules', '.quarterdeck-lock')
}

function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
}

function install(root) {
  const npm = process.env.npm_execpath
  const [file, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  // Not `npm ci`: it refuses a lockfile without the binaries of every other platform, and those differ from registry to
  // registry. `--no-save` takes the lockfile as it is and leaves it so.
  const child = spawn(
    file,
    [...args, 'install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + chunk).slice(-20_000)))
  return new Promise((resolve, reject) => {
    child.on('error', () =>
      reject(new Problem('npm was not found. It comes with Node: install Node from nodejs.org, then run this again.')),
    )
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Problem(explain(output, root)))))
  })
}

const EXPLANATIONS = [
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/,
    () =>
      'The packages could not be fetched: npm does not reach its registry. Check the network or the proxy (npm config get proxy), then run this again.',
  ],
  [
    /\b(ENOSPC|EDQUOT)\b/,
    (root) => `The disk is full: the packages need 1 GB below ${root}. Free some space, then run this again.`,
  ],
  [
    /\b(EACCES|EPERM|EROFS)\b/,
    (root) => `npm may not write below ${root}. Make the folder yours (chown) or clone elsewhere, then run this again.`,
  ],
  [
    /\bEINTEGRITY\b/,
    () => "A package is not the one the lockfile names. Run 'npm cache clean --force', then this again.",
  ],
  [
    /\bE40[134]\b/,
    () =>
      'The npm registry refused a package. If you use a registry of your own, it must carry all of package-lock.json.',
  ],
]

function explain(output, root) {
  const known = EXPLANATIONS.find(([pattern]) => pattern.test(output))
  const tail = output.trim().split('\n').slice(-12).join('\n')
  return known === undefined ? `npm could not install the packages. It said:\n${tail}` : known[1](root)
}
