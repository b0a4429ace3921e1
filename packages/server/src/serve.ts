import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { serve as listen } from '@hono/node-server'
import { findCli } from '@quarterdeck/driver'
import { toAncestors } from './ancestors.ts'
import { AuditLog } from './audit/audit-log.ts'
import { createAuditRoutes } from './audit/audit-routes.ts'
import { takeDataFolder } from './data-folder.ts'
import { type Demo, prepareDemo, sweepDeadDemos } from './demo.ts'
import { createGate } from './gate/gate.ts'
import { createApp } from './http/create-app.ts'
import { createServerRoutes } from './http/server-routes.ts'
import { createSessionRoutes } from './http/session-routes.ts'
import { createPage } from './http/static-page.ts'
import { createCliTrust } from './hub/cli-trust.ts'
import { createExecute } from './hub/execute.ts'
import { Hub, type HubOptions } from './hub/hub.ts'
import { Receipts } from './hub/receipts.ts'
import { TrustedFolders } from './hub/trusted-folders.ts'
import type { Options } from './options.ts'
import { createPolicy } from './policy/create-policy.ts'
import type { PolicyOptions } from './policy/policy-options.ts'
import { toAllowedOptions } from './policy/to-session-options.ts'
import { writePrivateFile } from './private-file.ts'
import { createUpgradeHandler } from './sockets/subscribe.ts'
import { StartProblem } from './start-problem.ts'

/** A session that rests and that nobody looks at is ended after so long; its next message resumes it. */
const IDLE_MS = 30 * 60_000
/** As long as the CLI itself keeps transcripts, unless it is told otherwise. */
const KEEP_MS = 30 * 24 * 3_600_000
const SWEEP_EVERY_MS = 3_600_000

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
  const trusted = openTrust(options, env, demo)
  const policy = createPolicy(toPolicyOptions(options), trusted)
  const audit = AuditLog.open(join(options.data, 'audit.ndjson'))
  const hub = await openHub(options, env, demo, { trusted, toAllowed: (kept) => toAllowedOptions(kept, policy) })
  const receipts = new Receipts(join(options.data, 'receipts.ndjson'))
  const execute = createExecute({ hub, policy, trusted, audit, receipts })
  hub.sweep()
  setInterval(() => hub.sweep(), SWEEP_EVERY_MS).unref()
  const token = randomBytes(32).toString('base64url')
  const gate = createGate(token, port)
  const routes = [
    ...createServerRoutes({ version, isDemo: options.demo }),
    ...createSessionRoutes({ hub, execute }),
    ...createAuditRoutes({ path: audit.path }),
  ]
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
      audit.close()
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

/** The flags are parsed elsewhere; one that is missing allows nothing. */
function toPolicyOptions(options: object): PolicyOptions {
  const { allowBypass = false, allowConfig = false, roots = [] } = options as Partial<PolicyOptions>
  return { allowBypass, allowConfig, roots }
}

function openTrust(options: Options, env: NodeJS.ProcessEnv, demo: Demo | null): TrustedFolders {
  const named = demo?.claudeDir ?? options.claudeDir ?? env.CLAUDE_CONFIG_DIR
  const stateFolder = named ?? homedir()
  const isTrustedByCli = createCliTrust({ claudeDir: named ?? join(homedir(), '.claude'), stateFolder })
  return new TrustedFolders(join(options.data, 'trusted-folders.json'), isTrustedByCli)
}

function openHub(
  options: Options,
  env: NodeJS.ProcessEnv,
  demo: Demo | null,
  judged: Pick<HubOptions, 'trusted' | 'toAllowed'>,
): Promise<Hub> {
  const named = demo?.claudeDir ?? options.claudeDir
  const claudeDir = named ?? env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude')
  const childEnv = named === undefined ? env : { ...env, CLAUDE_CONFIG_DIR: named }
  const where = { named: options.claude, env, home: homedir(), moduleRoots: toAncestors(import.meta.dirname) }
  return Hub.open({
    ...judged,
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
