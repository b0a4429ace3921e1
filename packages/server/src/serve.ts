import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Archive } from '@quarterdeck/archive'
import type { PairingLink } from '@quarterdeck/contract'
import { findCli } from '@quarterdeck/driver'
import { toAncestors } from './ancestors.ts'
import { toGateEntry } from './audit/audit-entry.ts'
import { AuditLog } from './audit/audit-log.ts'
import { readBridgeKey } from './bridge/bridge-key.ts'
import { createReading } from './create-reading.ts'
import { takeDataFolder } from './data-folder.ts'
import { type Demo, prepareDemo, sweepDeadDemos } from './demo.ts'
import { findProgram } from './find-program.ts'
import { createAddresses } from './gate/addresses.ts'
import type { GateEvent } from './gate/gate-event.ts'
import { openGate } from './gate/open-gate.ts'
import { createSecret } from './gate/secret.ts'
import { createApp } from './http/create-app.ts'
import { createRoutes } from './http/create-routes.ts'
import { createSocketDoor } from './http/socket-door.ts'
import { createPage } from './http/static-page.ts'
import { createCliTrust } from './hub/cli-trust.ts'
import { createExecute } from './hub/execute.ts'
import { Hub } from './hub/hub.ts'
import { Receipts } from './hub/receipts.ts'
import { createToldCommands } from './hub/told-commands.ts'
import { TrustedFolders } from './hub/trusted-folders.ts'
import { type Fetch, listen, listOwnAddresses, readTls } from './listen.ts'
import { createLog } from './log/create-log.ts'
import type { Log } from './log/log.ts'
import { createLoggedExecute } from './log/logged-execute.ts'
import { toFaultFacts } from './log/to-fault-facts.ts'
import { openArchive } from './open-archive.ts'
import type { Options } from './options.ts'
import { createPolicy } from './policy/create-policy.ts'
import type { PolicyContext } from './policy/policy-options.ts'
import { toAllowedOptions } from './policy/to-session-options.ts'
import { PreferencesStore } from './preferences/preferences-store.ts'
import { writePrivateFile } from './private-file.ts'
import { openPush, type Push } from './push/open-push.ts'
import { setFaultListener } from './server-error.ts'
import { openSockets } from './sockets/open-sockets.ts'

/** A session that rests and that nobody looks at is ended after so long; its next message resumes it. */
const IDLE_MS = 30 * 60_000
/** As long as the CLI itself keeps transcripts, unless it is told otherwise. */
const KEEP_MS = 30 * 24 * 3_600_000

export interface RunningServer {
  url: string
  log: Log
  /** By which programs come to the bridge; null where there is none. */
  bridgeKey: string | null
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
  const audit = AuditLog.open(join(options.data, 'audit.ndjson'))
  const log = createLog({
    folder: join(options.data, 'logs'),
    level: options.logLevel,
    terminal: process.stderr.isTTY ? process.stderr : null,
  })
  setFaultListener((error) => log.error(toFaultFacts(error), 'fault'))
  const bridgeKey = options.bridge ? readBridgeKey(join(options.data, 'bridge.key')) : null
  const preferences = new PreferencesStore(join(options.data, 'preferences.json'))
  const onEvent = (event: GateEvent) => {
    audit.write(toGateEntry(event))
    if (event.type !== 'device_revoked') return
    push.removeDevice(event.deviceId)
    preferences.removeDevice(event.deviceId)
  }
  const { gate, devices, createLink, ...doors } = await attempt(() =>
    openGate({ ...options, addresses, token, onEvent, ...(bridgeKey !== null && { bridgeKey }) }),
  ).catch(
    rethrowAfter(() => {
      server.close()
      giveBack()
    }),
  )
  const trusted = openTrust(options, env, demo)
  const policy = createPolicy(options, trusted)
  const { hub, archive } = await openHub(options, env, { demo, trusted, policy })
  const receipts = new Receipts(join(options.data, 'receipts.ndjson'))
  const execute = createLoggedExecute(createExecute({ hub, policy, trusted, audit, receipts }), log)
  const startedAt = new Date().toISOString()
  const { url } = addresses
  const readStatus = () => ({
    url,
    pid: process.pid,
    startedAt,
    liveSessions: hub.liveCount,
    devices: devices.list().length,
  })
  const sockets = openSockets({
    ...{ hub, archive, execute, version, isDemo: options.demo },
    ...(options.bridge && { bridge: { hub, log } }),
  })
  const push: Push = openPush({
    folder: join(options.data, 'push'),
    publicUrl: options.publicUrls[0],
    inbox: { items: () => hub.listInbox(), subscribe: (listener) => hub.onInboxChange(listener) },
    isDeviceVisible: (deviceId) => sockets.visible.has(deviceId),
    isDeviceKnown: (deviceId) => deviceId === 'program' || devices.list().some((each) => each.deviceId === deviceId),
    wants: (deviceId, kind) => preferences.effective(deviceId).notifications?.[kind] ?? true,
    log,
  })
  const routes = createRoutes({
    version,
    isDemo: options.demo,
    hub,
    execute,
    readStatus,
    doors: doors.routes,
    sockets: sockets.routes,
    auditPath: audit.path,
    audit,
    claudeDir: toClaudeDir(options, env, demo),
    preferences,
    push: push.parts,
    ...createReading({
      archive,
      data: options.data,
      roots: options.roots,
      sources: hub,
      isTrusted: (folder) => trusted.has(folder),
      toldCommands: createToldCommands(() => hub.listAbouts()),
    }),
  })
  const { basePath } = addresses
  const page = createPage(pageFolder, { basePath, instance: devices.instance })
  const app = createApp({ routes, gate, addresses, page, log })
  answer = (request, connection) => app.fetch(request, connection as object)
  server.on('upgrade', createSocketDoor({ sockets: sockets.routes, gate, basePath }))

  const readyFile = join(options.data, 'server.json')
  await demo?.begin(execute)
  // With the certificate, by which programs here know the server whatever name it is for.
  const ready = { url, pid: process.pid, version, token, ...(tls && { certificate: tls.cert }) }
  writePrivateFile(readyFile, `${JSON.stringify(ready)}\n`)
  log.info({ version, url, node: process.version, liveSessions: hub.liveCount }, 'started')
  return {
    url,
    log,
    bridgeKey,
    createLink,
    async stop() {
      push.close()
      await sockets.close()
      devices.flush()
      server.close()
      // The samples that its sessions work on are gone in a moment.
      if (demo !== null) await hub.endAll({ termAfterMs: 1000, killAfterMs: 2000 })
      const count = hub.close()
      audit.close()
      server.closeAllConnections()
      await archive.close()
      rmSync(readyFile, { force: true })
      demo?.end()
      log.info({ liveSessions: count }, 'stopped')
      log.close()
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
  { demo, trusted, policy }: { demo: Demo | null; trusted: TrustedFolders; policy: PolicyContext },
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
    toAllowed: (kept) => toAllowedOptions(kept, policy),
    findCli: demo?.findCli ?? (() => findCli(where)),
    program: { file: findProgram('keeper.js'), env: childEnv },
    idleMs: IDLE_MS,
    maxLive: options.maxLive,
    keepMs: KEEP_MS,
  })
  hubs.push(hub)
  archive.upkeep.start()
  return { hub, archive }
}

/** What was trusted here, and what in the CLI's own dialog. */
function openTrust(options: Options, env: NodeJS.ProcessEnv, demo: Demo | null): TrustedFolders {
  const stateFolder = demo?.claudeDir ?? options.claudeDir ?? env.CLAUDE_CONFIG_DIR ?? homedir()
  const isTrustedByCli = createCliTrust({ claudeDir: toClaudeDir(options, env, demo), stateFolder })
  return new TrustedFolders(join(options.data, 'trusted-folders.json'), isTrustedByCli)
}

function toClaudeDir(options: Options, env: NodeJS.ProcessEnv, demo: Demo | null): string {
  return demo?.claudeDir ?? options.claudeDir ?? env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude')
}
