import type { Archive } from '@quarterdeck/archive'
import type { Allowance } from '@quarterdeck/contract'
import type { BridgeParts } from '../bridge/bridge-connection.ts'
import { createBridge } from '../bridge/create-bridge.ts'
import { Descriptions } from '../feed/describe-record.ts'
import { Feeds } from '../feed/feeds.ts'
import type { SocketRoute } from '../http/app/socket-door.ts'
import type { Execute } from '../hub/commands/execute.ts'
import type { SessionSources } from '../hub/live/session-log.ts'
import type { Log } from '../log/log.ts'
import type { LiveHub } from './live/live-hub.ts'
import { createLiveSocket } from './live/live-socket.ts'
import type { VisiblePages } from './live/visible-pages.ts'
import { SocketServer } from './socket-server.ts'
import { createSubscribeSocket } from './subscribe/subscribe-socket.ts'

export interface SocketParts {
  hub: SessionSources & LiveHub
  archive: Archive | null
  execute: Execute
  version: string
  isDemo: boolean
  allows: Allowance
  /** For programs that speak the bridge's protocol; none where it is not wanted. */
  bridge?: { hub: BridgeParts['hub']; log: Log }
  limits?: { maxSockets?: number; probeMs?: number; beatMs?: number }
}

export interface Sockets {
  routes: SocketRoute[]
  /** Which devices have a page that a person sees. */
  visible: VisiblePages
  /** Says goodbye to all who are connected; they come back by themselves. */
  close(): Promise<void>
}

/** All sockets that follow sessions, on the same feeds. */
export function openSockets(parts: SocketParts): Sockets {
  const { hub, archive, execute, version, isDemo, allows, bridge, limits = {} } = parts
  const sockets = new SocketServer(limits)
  const feeds = new Feeds(hub, archive)
  const descriptions = new Descriptions()
  const beatMs = limits.beatMs === undefined ? {} : { beatMs: limits.beatMs }
  const live = createLiveSocket({ sockets, feeds, hub, descriptions, execute, version, isDemo, allows, ...beatMs })
  const subscribe = createSubscribeSocket({ sockets, sources: hub, feeds, descriptions, execute })
  return {
    routes: [subscribe, live.route, ...(bridge ? [createBridge({ ...bridge, feeds, execute, sockets })] : [])],
    visible: live.visible,
    async close() {
      await sockets.close()
      feeds.close()
    },
  }
}
