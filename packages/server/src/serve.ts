import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { serve as listen } from '@hono/node-server'
import type { Archive } from '@quarterdeck/archive'
import { findCli } from '@quarterdeck/driver'
import { toAncestors } from './ancestors.ts'
import { createReading } from './create-reading.ts'
import { takeDataFolder } from './data-folder.ts'
import { type Demo, prepareDemo, sweepDeadDemos } from './demo.ts'
import { createGate } from './gate/gate.ts'
import { createApp } from './http/create-app.ts'
import { createRoutes } from './http/create-routes.ts'
import { createPage } from './http/static-page.ts'
import { createExecute } from './hub/execute.ts'
import { Hub } from './hub/hub.ts'
import { TrustedFolders } from './hub/trusted-folders.ts'
import { openArchive } from './open-archive.ts'
import type { Options } from './options.ts'
import { writePrivateFile } from './private-file.ts'
import { createUpgradeHandler } from './sockets/subscribe.ts'
import { StartProblem } from './start-problem.ts'

/** A session that rests and that nobody looks at is ended after so long; its next message resumes it. */
const IDLE_MS = 30 * 60_000
/** As long as the CLI itself keeps transcripts, unless it is told otherwise. */
const KEEP_MS = 30 * 24 * 3_600_000

export interface RunningServer {
  url: string
  token: string
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
  // The gate needs the port, and port 0 is known only once the server listens: nothing is answered before that.
  let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 })
  const server = await listenOn(options, (request) => answer(request)).catch(rethrowAfter(giveBack))
  const { port } = server.address() as AddressInfo
  const trusted = new TrustedFolders(join(options.data, 'trusted-folders.json'))
  const { hub, archive } = await openHub(options, env, { demo, trusted })
  const execute = createExecute(hub, trusted)
  const token = randomBytes(32).toString('base64url')
  const gate = createGate(token, port)
  const routes = createRoutes({
    version,
    isDemo: options.demo,
    hub,
    execute,
    ...createReading({
      archive,
      data: options.data,
      roots: [],
      sources: hub,
      isTrusted: (folder) => trusted.has(folder),
      toldCommands: () => [],
    }),
  })
  const app = createApp({ routes, gate, page: createPage(pageFolder) })
  answer = (request) => app.fetch(request)
  const sockets = createUpgradeHandler(hub, gate)
  server.on('upgrade', sockets.upgrade)

  const url = `http://${options.host === '::1' ? '[::1]' : options.host}:${port}`
  const readyFile = join(options.data, 'server.json')
  await demo?.begin(execute)
  writePrivateFile(readyFile, `${JSON.stringify({ url, pid: process.pid, version, token })}\n`)
  return {
    url,
    token,
    async stop() {
      sockets.close()
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

function listenOn(options: Options, fetch: (request: Request) => Response | Promise<Response>): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = listen({ fetch, port: options.port, hostname: options.host }, () => resolve(server)) as Server
    server.on('error', (error: NodeJS.ErrnoException) => reject(new StartProblem(explain(error, options))))
  })
}

function explain(error: NodeJS.ErrnoException, { host, port }: Options): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Choose one with --port N, or --port 0 for any free one.`
  if (error.code === 'EACCES') return `Port ${port} may not be used by you. Choose one above 1023 with --port N.`
  return `The server cannot listen on ${host}, port ${port}: ${error.message}.`
}
