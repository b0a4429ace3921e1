import { join } from 'node:path'
import type { AuditLog } from '../audit/audit-log.ts'
import { createReading } from '../create-reading.ts'
import { readReport } from '../doctor/read-report.ts'
import type { OpenGate } from '../gate/open-gate.ts'
import { createApp } from '../http/app/create-app.ts'
import { createRoutes } from '../http/app/create-routes.ts'
import { createSocketDoor } from '../http/app/socket-door.ts'
import { createPage } from '../http/app/static-page.ts'
import { createToldCommands } from '../hub/commands/told-commands.ts'
import type { Log } from '../log/log.ts'
import type { Options } from '../options.ts'
import { PreferencesStore } from '../preferences/preferences-store.ts'
import { openPush } from '../push/open-push.ts'
import { openSockets } from '../sockets/open-sockets.ts'
import type { Sessions } from './open-sessions.ts'
import type { Place } from './take-place.ts'

export interface DoorsContext {
  version: string
  /** The folder of the built page. */
  pageFolder: string
  gate: OpenGate
  audit: AuditLog
  log: Log
}

export interface Doors {
  /** Nothing of a device that was revoked is kept. */
  forgetDevice(deviceId: string): void
  /** Says goodbye to all who are there. */
  close(): Promise<void>
}

/** All ways in to the sessions, behind the gate: routes, sockets and the page; and the way out, to devices that nobody looks at. */
export function openDoors(options: Options, place: Place, sessions: Sessions, context: DoorsContext): Doors {
  const { server, addresses } = place
  const { hub, archive, execute, trusted, history, claudeDir, policy } = sessions
  const { version, pageFolder, audit, log } = context
  const { gate, devices, routes: doors } = context.gate
  const preferences = new PreferencesStore(join(options.data, 'preferences.json'))
  const allows = { bypass: options.allowBypass, config: options.allowConfig }
  const sockets = openSockets({
    ...{ hub, archive, execute, version, isDemo: options.demo, allows },
    ...(options.bridge && { bridge: { hub, log } }),
  })
  const push = openPush({
    folder: join(options.data, 'push'),
    publicUrl: options.publicUrls[0],
    inbox: { items: () => hub.listInbox(), subscribe: (listener) => hub.onInboxChange(listener) },
    isDeviceVisible: (deviceId) => sockets.visible.has(deviceId),
    isDeviceKnown: (deviceId) => deviceId === 'program' || devices.list().some((each) => each.deviceId === deviceId),
    wants: (deviceId, kind) => preferences.effective(deviceId).notifications?.[kind] ?? true,
    log,
  })
  const { url, basePath } = addresses
  const [pid, startedAt] = [process.pid, new Date().toISOString()]
  const routes = createRoutes({
    ...{
      version,
      isDemo: options.demo,
      hub,
      execute,
      audit,
      auditPath: audit.path,
      claudeDir,
      preferences,
      allows,
      history,
    },
    readStatus: () => ({ url, pid, startedAt, liveSessions: hub.liveCount, devices: devices.list().length }),
    readDoctor: () => readReport(sessions.needs),
    doors,
    sockets: sockets.routes,
    push: push.parts,
    ...createReading({
      archive,
      data: options.data,
      roots: options.roots,
      sources: hub,
      isTrusted: (folder) => trusted.has(folder),
      policy,
      toldCommands: createToldCommands(() => hub.listAbouts()),
    }),
  })
  const page = createPage(pageFolder, { basePath, instance: devices.instance })
  const app = createApp({ routes, sockets: sockets.routes, gate, addresses, page, log })
  place.answerWith((request, connection) => app.fetch(request, connection as object))
  server.on('upgrade', createSocketDoor({ sockets: sockets.routes, gate, basePath }))
  return {
    forgetDevice(deviceId) {
      push.removeDevice(deviceId)
      preferences.removeDevice(deviceId)
    },
    async close() {
      push.close()
      await sockets.close()
      devices.flush()
    },
  }
}
