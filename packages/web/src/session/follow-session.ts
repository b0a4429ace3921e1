import { BEARER_PROTOCOL_PREFIX, SOCKET_PROTOCOL, type SubscribeFrame, toExitInfo } from '@quarterdeck/contract'
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
  let retryMs = FIRST_RETRY_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let socket: WebSocket

  function change(part: Partial<Followed>): void {
    followed = { ...followed, ...part }
    onChange(followed)
  }

  function connect(): void {
    const address = `${location.origin.replace('http', 'ws')}/api/claude/sessions/${sessionId}/subscribe?frames=1&after=${seq}`
    socket = new WebSocket(address, [SOCKET_PROTOCOL, BEARER_PROTOCOL_PREFIX + token])
    socket.onopen = () => {
      retryMs = FIRST_RETRY_MS
      change({ isConnected: true })
    }
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data as string) as SubscribeFrame
      if ('type' in frame) return frame.type === 'gap' ? change({ state: initialState }) : change({ isCaughtUp: true })
      seq = frame.seq
      followed = { ...followed, state: fold(followed.state, toEvent(frame)) }
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

function toEvent(frame: Exclude<SubscribeFrame, { type: string }>): SessionEvent {
  if ('exit' in frame)
    return { kind: 'keeper', message: { type: 'keeper', subtype: 'exited', exit: toExitInfo(frame.exit) } }
  if ('unread' in frame) return { kind: 'unread', text: frame.unread }
  return { kind: 'message', message: toMessage(frame.message, frame.faults) }
}
