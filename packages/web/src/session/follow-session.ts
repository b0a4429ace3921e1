import { BEARER_PROTOCOL_PREFIX, type RecordFrame, SOCKET_PROTOCOL, type SubscribeFrame } from '@quarterdeck/contract'
import type { KeeperMessage } from '@quarterdeck/protocol/pure'
import { fold, initialState, type SessionEvent, type SessionState, toMessage } from '@quarterdeck/transcript'

export interface Followed {
  state: SessionState
  /** Everything that happened before has arrived. */
  isCaughtUp: boolean
  isConnected: boolean
}

export const nothingYet: Followed = { state: initialState, isCaughtUp: false, isConnected: false }

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 4000

/**
 * Folds a session as it happens, and calls with each new picture. After a lost connection it goes on behind the last record it
 * has, so that nothing is missed and nothing counts twice. Returns the function that ends it.
 */
export function followSession(sessionId: string, token: string, onChange: (followed: Followed) => void): () => void {
  let followed = nothingYet
  let seq = 0
  let epoch = ''
  let retryMs = FIRST_RETRY_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let socket: WebSocket

  function change(part: Partial<Followed>): void {
    followed = { ...followed, ...part }
    onChange(followed)
  }

  function connect(): void {
    const address = `${location.origin.replace('http', 'ws')}/api/claude/sessions/${sessionId}/subscribe?frames=1&after=${seq}${epoch && `&epoch=${epoch}`}`
    socket = new WebSocket(address, [SOCKET_PROTOCOL, BEARER_PROTOCOL_PREFIX + token])
    socket.onopen = () => {
      retryMs = FIRST_RETRY_MS
      change({ isConnected: true })
    }
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data as string) as SubscribeFrame
      if ('type' in frame) return frame.type === 'gap' ? change({ state: initialState }) : change({ isCaughtUp: true })
      seq = frame.seq
      epoch = frame.epoch
      followed = { ...followed, state: toEvents(frame).reduce(fold, followed.state) }
      if (followed.isCaughtUp) onChange(followed)
    }
    socket.onclose = () => {
      if (isOver) return
      change({ isConnected: false })
      timer = setTimeout(connect, retryMs)
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
    }
  }

  connect()
  return () => {
    isOver = true
    clearTimeout(timer)
    socket.close()
  }
}

function toEvents({ from, message, faults, isUnread }: RecordFrame): SessionEvent[] {
  if (from === 'keeper') return toKeeperEvents(message as KeeperMessage)
  if (isUnread) return [{ kind: 'unread', text: JSON.stringify(message) }]
  return [{ kind: 'message', message: toMessage(message as Record<string, unknown>, faults) }]
}

function toKeeperEvents(message: KeeperMessage): SessionEvent[] {
  switch (message.subtype) {
    case 'exited': {
      const { kind, code, signal, reason, stderr } = message.exit
      const failure = kind === 'failed_to_start' && reason !== undefined ? { failedToStart: reason } : {}
      return [{ kind: 'exit', exit: { code, signal, stopped: kind === 'stopped', stderr, ...failure } }]
    }
    case 'unread':
      return [{ kind: 'unread', text: message.text }]
    case 'oversize':
      return [{ kind: 'unread', text: `(a line of ${message.bytes} bytes)` }]
    default:
      return []
  }
}
