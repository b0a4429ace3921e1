import { PROOF_PROTOCOL_PREFIX, type RecordFrame, SOCKET_PROTOCOL, type SubscribeFrame } from '@quarterdeck/contract'
import type { LogRecord } from '@quarterdeck/protocol/pure'
import { fold, initialState, type SessionEvent, type SessionState, toEvent, toMessage } from '@quarterdeck/transcript'
import { toSocketUrl } from '../base-path.ts'
import type { Pairing } from '../pairing/pairing.ts'

export interface Followed {
  state: SessionState
  /** Everything that happened before has arrived. */
  isCaughtUp: boolean
  isConnected: boolean
  /** What is wrong with the session where its records cannot tell: a full disk, a keeper that does not answer. */
  problem: string | null
}

export const nothingYet: Followed = {
  state: initialState,
  isCaughtUp: false,
  isConnected: false,
  problem: null,
}

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 4000

/**
 * Folds a session as it happens, and calls with each new picture. After a lost connection it goes on behind the last record it
 * has, so that nothing is missed and nothing counts twice. Returns the function that ends it.
 */
export function followSession(sessionId: string, pairing: Pairing, onChange: (followed: Followed) => void): () => void {
  let followed = nothingYet
  let seq = 0
  let epoch = ''
  let retryMs = FIRST_RETRY_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let socket: WebSocket | undefined

  function change(part: Partial<Followed>): void {
    followed = { ...followed, ...part }
    onChange(followed)
  }

  function connectLater(): void {
    change({ isConnected: false })
    timer = setTimeout(connect, retryMs)
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
  }

  async function connect(): Promise<void> {
    // Not let in any more, or nobody there: the page says which, and this goes on trying.
    const proof = await pairing.getProof().catch(() => null)
    if (isOver) return
    if (proof === null) return connectLater()
    let wasOpen = false
    const path = `/api/claude/sessions/${sessionId}/subscribe?frames=1&after=${seq}${epoch && `&epoch=${epoch}`}`
    socket = new WebSocket(toSocketUrl(path), [SOCKET_PROTOCOL, PROOF_PROTOCOL_PREFIX + proof])
    socket.onopen = () => {
      wasOpen = true
      retryMs = FIRST_RETRY_MS
      change({ isConnected: true })
    }
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data as string) as SubscribeFrame
      if ('type' in frame) return change(toChange(frame))
      seq = frame.seq
      epoch = frame.epoch
      followed = { ...followed, state: fold(followed.state, toFrameEvent(frame)) }
      if (followed.isCaughtUp) onChange(followed)
    }
    socket.onclose = () => {
      if (isOver) return
      // Why it was refused, a browser does not tell; the likely reason is a proof that another server gave.
      if (!wasOpen) pairing.dropProof(proof)
      connectLater()
    }
  }

  void connect()
  return () => {
    isOver = true
    clearTimeout(timer)
    socket?.close()
  }
}

function toChange(frame: Exclude<SubscribeFrame, RecordFrame>): Partial<Followed> {
  switch (frame.type) {
    case 'gap':
      return { state: initialState }
    case 'caught_up':
      return { isCaughtUp: true }
    case 'problem':
      return { problem: frame.message }
    case 'error':
      return { problem: frame.error.message }
  }
}

/** The server has looked at the message, and says what of it does not fit. */
function toFrameEvent(frame: RecordFrame): SessionEvent {
  const { from, message, faults, isUnread } = frame
  const isReadable = from !== 'keeper' && !isUnread
  return toEvent(frame as LogRecord, isReadable ? toMessage(message as Record<string, unknown>, faults) : null)
}
