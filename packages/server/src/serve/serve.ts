import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PairingLink } from '@quarterdeck/contract'
import { toGateEntry } from '../audit/audit-entry.ts'
import { AuditLog } from '../audit/audit-log.ts'
import { readBridgeKey } from '../bridge/bridge-key.ts'
import type { GateEvent } from '../gate/gate-event.ts'
import { openGate } from '../gate/open-gate.ts'
import { createSecret } from '../gate/secret.ts'
import { createLog } from '../log/create-log.ts'
import type { Log } from '../log/log.ts'
import { toFaultFacts } from '../log/to-fault-facts.ts'
import type { Options } from '../options.ts'
import { writePrivateFile } from '../private-file.ts'
import { setFaultListener } from '../server-error.ts'
import { type Doors, openDoors } from './open-doors.ts'
import { openSessions } from './open-sessions.ts'
import { type Place, takePlace } from './take-place.ts'

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

export async function serve(options: Options, context: ServeContext): Promise<RunningServer> {
  const place = await takePlace(options)
  try {
    return await open(options, place, context)
  } catch (error) {
    place.server.close()
    place.giveBack()
    throw error
  }
}

async function open(
  options: Options,
  place: Place,
  { env, version, pageFolder }: ServeContext,
): Promise<RunningServer> {
  const { data } = options
  const { demo, tls, server, addresses } = place
  const audit = AuditLog.open(join(data, 'audit.ndjson'))
  const terminal = process.stderr.isTTY ? process.stderr : null
  const log = createLog({ folder: join(data, 'logs'), level: options.logLevel, terminal })
  setFaultListener((error) => log.error(toFaultFacts(error), 'fault'))
  const bridgeKey = options.bridge ? readBridgeKey(join(data, 'bridge.key')) : null
  const token = createSecret()
  let doors: Doors | null = null
  const onEvent = (event: GateEvent) => {
    audit.write(toGateEntry(event))
    if (event.type === 'device_revoked') doors?.forgetDevice(event.deviceId)
  }
  // Before anything runs that would have to be ended: it may not be able to read who was let in.
  const gate = openGate({ ...options, addresses, token, onEvent, ...(bridgeKey !== null && { bridgeKey }) })
  const sessions = await openSessions(options, { env, demo, audit, log })
  const { hub, archive, execute } = sessions
  const opened = openDoors(options, place, sessions, { version, pageFolder, gate, audit, log })
  doors = opened
  await demo?.begin(execute)

  const { url } = addresses
  const readyFile = join(data, 'server.json')
  // With the certificate, by which programs here know the server whatever name it is for.
  const ready = { url, pid: process.pid, version, token, ...(tls && { certificate: tls.cert }) }
  writePrivateFile(readyFile, `${JSON.stringify(ready)}\n`)
  log.info({ version, url, node: process.version, liveSessions: hub.liveCount }, 'started')
  return {
    url,
    log,
    bridgeKey,
    createLink: gate.createLink,
    async stop() {
      await opened.close()
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
      place.giveBack()
      return count
    },
  }
}
