import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { takeDataFolder } from '../data-folder.ts'
import { type Demo, prepareDemo, sweepDeadDemos } from '../demo.ts'
import { type Addresses, createAddresses } from '../gate/addresses.ts'
import { type Fetch, listen, listOwnAddresses, readTls, type Tls } from '../listen.ts'
import type { Options } from '../options.ts'
import { toRealFolder } from '../policy/real-folder.ts'
import { StartProblem } from '../start-problem.ts'
import { createOwnClassify } from './own-classify.ts'

/** Where a server is: its data directory, which is no other's, and its port. */
export interface Place {
  demo: Demo | null
  tls: Tls | null
  server: Server
  addresses: Addresses
  /** Nothing is answered before this. */
  answerWith(fetch: Fetch): void
  /** Lets others have the data directory. */
  giveBack(): void
}

/** Throws a `StartProblem` where it cannot be had; then nothing is taken. */
export async function takePlace(options: Options): Promise<Place> {
  assertRoots(options)
  const giveBack = takeDataFolder(options.data)
  try {
    if (options.isTemporary) await sweepDeadDemos()
    const demo = options.demo ? await prepareDemo(options.data) : null
    const tls = readTls(options)
    // The gate needs the port, and port 0 is known only once the server listens.
    let answer: Fetch = () => new Response(null, { status: 503 })
    const server = await listen(options, tls, (request, connection) => answer(request, connection))
    const { port } = server.address() as AddressInfo
    const addresses = createAddresses({
      ...options,
      port,
      isTls: tls !== null,
      ownAddresses: listOwnAddresses(),
      ...(tls && { loopbackName: tls.loopbackName }),
    })
    const answerWith = (fetch: Fetch) => {
      answer = fetch
    }
    return { demo, tls, server, addresses, answerWith, giveBack }
  } catch (error) {
    giveBack()
    throw error
  }
}

/** Where a root is mistyped, nothing would be below it, and nobody would know why. */
function assertRoots(options: Options): void {
  const { roots } = options
  const missing = roots.find((root) => toRealFolder(root) === null)
  if (missing !== undefined)
    throw new StartProblem(`There is no folder '${missing}', which --root names. Make it, or name another.`)
  const claudeDir = options.claudeDir ?? process.env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude')
  const classify = createOwnClassify(options, { env: process.env, claudeDir })
  for (const root of roots) {
    const [found] = [root, toRealFolder(root) ?? root].map(classify).filter(({ kind }) => kind === 'protected')
    if (found?.kind === 'protected')
      throw new StartProblem(`'${root}', which --root names, ${found.why}: no session works there. Name another.`)
  }
}
