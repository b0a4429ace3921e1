import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Archive } from '@quarterdeck/archive'
import type { PairingLink } from '@quarterdeck/contract'
import { findCli } from '@quarterdeck/driver'
import { toAncestors } from './ancestors.ts'
import { createReading } from './create-reading.ts'
import { takeDataFolder } from './data-folder.ts'
import { type Demo, prepareDemo, sweepDeadDemos } from './demo.ts'
import { createAddresses } from './gate/addresses.ts'
import { openGate } from './gate/open-gate.ts'
import { createSecret } from './gate/secret.ts'
import { createApp } from './http/create-app.ts'
import { createRoutes } from './http/create-routes.ts'
import { createSocketDoor } from './http/socket-door.ts'
import { createPage } from './http/static-page.ts'
import { createExecute } from './hub/execute.ts'
import { Hub } from './hub/hub.ts'
import { TrustedFolders } from './hub/trusted-folders.ts'
import { type Fetch, listen, listOwnAddresses, readTls } from './listen.ts'
import { openArchive } from './open-archive.ts'
import type { Options } from './options.ts'
import { writePrivateFile } from './private-file.ts'
import { openSockets } from './sockets/open-sockets.ts'

/** A session that rests and that nobody looks at is ended after so long; its next message resumes it. */
const IDLE_MS = 30 * 60_000
/** As long as the CLI itself keeps transcripts, unless it is told otherwise. */
const KEEP_MS = 30 * 24 * 3_600_000

export interface RunningServer {
  url: string
  /** A link that lets one browser in. */
  createLink(): PairingLink
  /** Ends the server; gives the number of sessions that run on in their keepers. */
  stop(): Promise<number>
}

export interface ServeContext {
  env: NodeJS.ProcessEnv
  version: string
  /** The folder of the built page. */
  pageFolder: string
}

export async function serve(options: Options, { env, version, pageFolder }: ServeContext): Promise<RunningServer> {
  const giveBack = takeDataFolder(options.data)
  if (options.isTemporary) await sweepDeadDemos()
  const demo = options.demo ? await prepareDemo(options.data).catch(rethrowAfter(giveBack)) : null
  const tls = await attempt(() => readTls(options)).catch(rethrowAfter(giveBack))
  // The gate needs the port, and port 0 is known only once the server listens: nothing is answered before that.
  let answer: Fetch = () => new Response(null, { status: 503 })
  const server = await listen(options, tls, (request, connection) => answer(request, connection)).catch(
    rethrowAfter(giveBack),
  )
  const { port } = server.address() as AddressInfo
  const addresses = createAddresses({
    ...options,
    port,
    isTls: tls !== null,
    ownAddresses: listOwnAddresses(),
    ...(tls && { loopbackName: tls.loopbackName }),
  })
  const token = createSecret()
  const { gate, devices, createLink, ...doors } = await attempt(() => openGate({ ...options, addresses, token })).catch(
    rethrowAfter(() => {
      server.close()
      giveBack()
    }),
  )
  const trusted = new TrustedFolders(join(options.data, 'trusted-folders.json'))
  const { hub, archive } = await openHub(options, env, { demo, trusted })
  const execute = createExecute(hub, trusted)
  const startedAt = new Date().toISOString()
  const { url } = addresses
  const readStatus = () => ({
    url,
    pid: process.pid,
    startedAt,
    liveSessions: hub.liveCount,
    devices: devices.list().length,
  })
  const sockets = openSockets({ hub, archive, execute, version, isDemo: options.demo })
  const routes = createRoutes({
    version,
    isDemo: options.demo,
    hub,
    execute,
    readStatus,
    doors: doors.routes,
    sockets: sockets.routes,
    ...createReading({
      archive,
      data: options.data,
      roots: options.roots,
      sources: hub,
      isTrusted: (folder) => trusted.has(folder),
      toldCommands: () => [],
    }),
  })
  const { basePath } = addresses
  const app = createApp({ routes, gate, addresses, page: createPage(pageFolder, basePath) })
  answer = (request, connection) => app.fetch(request, connection as object)
  server.on('upgrade', createSocketDoor({ sockets: sockets.routes, gate, basePath }))

  const readyFile = join(options.data, 'server.json')
  await demo?.begin(execute)
  // With the certificate, by which programs here know the server whatever name it is for.
  const ready = { url, pid: process.pid, version, token, ...(tls && { certificate: tls.cert }) }
  writePrivateFile(readyFile, `${JSON.stringify(ready)}\n`)
  return {
    url,
    createLink,
    async stop() {
      await sockets.close()
      devices.flush()
      server.close()
      // The samples that its sessions work on are gone in a moment.
      if (demo !== null) await hub.endAll({ termAfterMs: 1000, killAfterMs: 2000 })
      const count = hub.close()
      await archive.close()
      server.closeAllConnections()
      rmSync(readyFile, { force: true })
      demo?.end()
      giveBack()
      return count
    },
  }
}

async function attempt<T>(work: () => T): Promise<T> {
  return work()
}

function rethrowAfter(undo: () => void): (error: unknown) => never {
  return (error) => {
    undo()
    throw error
  }
}

async function openHub(
  options: Options,
  env: NodeJS.ProcessEnv,
  { demo, trusted }: { demo: Demo | null; trusted: TrustedFolders },
): Promise<{ hub: Hub; archive: Archive }> {
  const named = demo?.claudeDir ?? options.claudeDir
  const claudeDir = toClaudeDir(options, env, demo)
  const childEnv = named === undefined ? env : { ...env, CLAUDE_CONFIG_DIR: named }
  const where = { named: options.claude, env, home: homedir(), moduleRoots: toAncestors(import.meta.dirname) }
  const hubs: Hub[] = []
  // Until the hub is there, nobody knows what runs: then nothing is written either.
  const isHeld = async ({ sessionId }: { sessionId: string }) => hubs[0]?.isHeld(sessionId) ?? true
  const archive = openArchive({ directories: [claudeDir], data: options.data, mode: 'serve', isHeld })
  const hub = await Hub.open({
    data: options.data,
    claudeDir,
    archive,
    trusted,
    findCli: demo?.findCli ?? (() => findCli(where)),
    // Built beside the server.
    program: { file: join(import.meta.dirname, 'keeper.js'), env: childEnv },
    idleMs: IDLE_MS,
    maxLive: options.maxLive,
    keepMs: KEEP_MS,
  })
  hubs.push(hub)
  archive.upkeep.start()
  return { hub, archive }
}

function toClaudeDir(options: Options, env: NodeJS.ProcessEnv, demo: Demo | null): string {
  return demo?.claudeDir ?? options.claudeDir ?? env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude')
}
