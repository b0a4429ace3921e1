import type { SocketRoute } from '../http/app/socket-door.ts'
import type { Log } from '../log/log.ts'
import type { Peer } from '../sockets/peer.ts'
import type { SocketServer } from '../sockets/socket-server.ts'
import { BridgeConnection, type BridgeParts } from './bridge-connection.ts'

/** So many messages of a program may wait for the one before them; then it is not read from until they are fewer. */
const MAX_WAITING = 50

/** `GET /bridge`: sessions for programs that speak the protocol of a bridge server. */
export function createBridge(parts: BridgeParts & { sockets: SocketServer; log: Log }): SocketRoute {
  const { sockets, log } = parts
  return {
    path: '/bridge',
    policy: 'bridge',
    summary: 'The bridge protocol, for programs with its key',
    open: (call) => void sockets.accept(call, async () => (peer) => serve(peer, parts, log)),
  }
}

function serve(peer: Peer, parts: BridgeParts, log: Log): void {
  const connection = new BridgeConnection(peer, parts)
  let waiting = 0
  let turn = Promise.resolve()
  peer.onText((text) => {
    waiting += 1
    if (waiting >= MAX_WAITING) peer.setListening(false)
    turn = turn
      .then(() => connection.take(text))
      .finally(() => {
        waiting -= 1
        if (waiting < MAX_WAITING) peer.setListening(true)
      })
  })
  peer.onClose(() => {
    connection.close()
    log.debug({}, 'bridge closed')
  })
  log.debug({}, 'bridge opened')
}
