import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { PairingLink } from '@quarterdeck/contract'
import { findCli } from '@quarterdeck/driver'
import { toAncestors } from './ancestors.ts'
import { takeDataFolder } from './data-folder.ts'
import { type Demo, prepareDemo, sweepDeadDemos } from './demo.ts'
import { createAddresses } from './gate/addresses.ts'
import { openGate } from './gate/open-gate.ts'
import { createSecret } from './gate/secret.ts'
import { createApp } from './http/create-app.ts'
import { createRouteTable, createServerRoutes } from './http/server-routes.ts'
import { createSessionRoutes } from './http/session-routes.ts'
import { createSocketDoor } from './http/socket-door.ts'
import { createPage } from './http/static-page.ts'
import { createExecute } from './hub/execute.ts'
import { Hub } from './hub/hub.ts'
import { type Fetch, listen, listOwnAddresses, readTls } from './listen.ts'
import type { Options } from './options.ts'
import { writePrivateFile } from './private-file.ts'
import { createSubscribeSocket } from './sockets/subscribe.ts'

/** A session that rests and that nobody looks at is ended after so long; its next message resumes it. */
const IDLE_MS = 30 * 60_000
/** As long as the CLI itself keeps transcripts, unless it is told otherwise. */
const KEEP_MS = 30 * 24 * 3_600_000
const SWEEP_EVERY_MS = 3_600_000

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
  const hub = await openHub(options, env, demo)
  hub.sweep()
  setInterval(() => hub.sweep(), SWEEP_EVERY_MS).unref()
  const startedAt = new Date().toISOString()
  const { url } = addresses
  const readStatus = () => ({
    url,
    pid: process.pid,
    startedAt,
    liveSessions: hub.list().filter(({ live }) => live).length,
    devices: devices.list().length,
  })
  const subscribe = createSubscribeSocket(hub)
  const sockets = [subscribe]
  const routes = [
    ...createServerRoutes({ version, isDemo: options.demo, readStatus }),
    ...doors.routes,
    ...createSessionRoutes({ hub, execute: createExecute(hub) }),
  ]
  const { basePath } = addresses
  const table = [...routes, createRouteTable(routes, sockets)]
  const app = createApp({
    routes: table,
    gate,
    addresses,
    page: createPage(pageFolder, { basePath, instance: devices.instance }),
  })
  answer = (request, connection) => app.fetch(request, connection as object)
  server.on('upgrade', createSocketDoor({ sockets, gate, basePath }))

  const readyFile = join(options.data, 'server.json')
  await demo?.begin(hub)
  // With the certificate, by which programs here know the server whatever name it is for.
  const ready = { url, pid: process.pid, version, token, ...(tls && { certificate: tls.cert }) }
  writePrivateFile(readyFile, `${JSON.stringify(ready)}\n`)
  return {
    url,
    createLink,
    async stop() {
      subscribe.close()
      devices.flush()
      server.close()
      // The samples that its sessions work on are gone in a moment.
      if (demo !== null) await hub.endAll({ termAfterMs: 1000, killAfterMs: 2000 })
      const count = hub.close()
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

function openHub(options: Options, env: NodeJS.ProcessEnv, demo: Demo | null): Promise<Hub> {
  const named = demo?.claudeDir ?? options.claudeDir
  const claudeDir = named ?? env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude')
  const childEnv = named === undefined ? env : { ...env, CLAUDE_CONFIG_DIR: named }
  const where = { named: options.claude, env, home: homedir(), moduleRoots: toAncestors(import.meta.dirname) }
  return Hub.open({
    data: options.data,
    claudeDir,
    findCli: demo?.findCli ?? (() => findCli(where)),
    // Built beside the server.
    program: { file: join(import.meta.dirname, 'keeper.js'), env: childEnv },
    idleMs: IDLE_MS,
    maxLive: options.maxLive,
    keepMs: KEEP_MS,
  })
}
