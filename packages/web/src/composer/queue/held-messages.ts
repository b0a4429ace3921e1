import { useMemo, useSyncExternalStore } from 'react'

const PREFIX = 'quarterdeck.held.'

/** A queued message that is being changed: it is out of the queue, so that nothing goes to Claude that somebody is changing, or is held there. */
export interface HeldMessage {
  /** Under which it was queued. */
  uuid: string
  /** As it was queued. */
  original: string
  /** As it is by now. */
  text: string
  /** What stood before it in the queue: behind these it goes back. */
  ahead: readonly string[]
  /** Of the wish to take it out, which may have to be asked about after a reload. */
  commandId: string
  /** The queue has given it up. Until then it may go out as it was. */
  isOut: boolean
  /** It is held in the queue, and changed there. */
  isInPlace?: true
}

const listeners = new Set<() => void>()

/** Those of a session, in whichever tab they were begun: where the page ends, its words are all that is left of the message. */
export function useHeld(sessionId: string): readonly HeldMessage[] {
  const raw = useSyncExternalStore(subscribe, () => localStorage.getItem(PREFIX + sessionId))
  return useMemo(() => parse(raw), [raw])
}

export function readHeld(sessionId: string): readonly HeldMessage[] {
  return parse(localStorage.getItem(PREFIX + sessionId))
}

/** False where the browser has no room for it. */
export function keepHeld(sessionId: string, message: HeldMessage): boolean {
  const others = readHeld(sessionId).filter(({ uuid }) => uuid !== message.uuid)
  return write(sessionId, [...others, message])
}

/** Changes one that is still held; one that was put back meanwhile stays so. */
export function changeHeld(sessionId: string, uuid: string, change: Partial<HeldMessage>): void {
  const all = readHeld(sessionId)
  if (all.some((each) => each.uuid === uuid))
    write(
      sessionId,
      all.map((each) => (each.uuid === uuid ? { ...each, ...change } : each)),
    )
}

/** Whoever gets it decides what becomes of it, and nobody else does: so it is put back once, from however many tabs. */
export function takeHeld(sessionId: string, uuid: string): HeldMessage | null {
  const all = readHeld(sessionId)
  const found = all.find((each) => each.uuid === uuid) ?? null
  if (found !== null)
    write(
      sessionId,
      all.filter((each) => each !== found),
    )
  return found
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function write(sessionId: string, messages: readonly HeldMessage[]): boolean {
  try {
    if (messages.length === 0) localStorage.removeItem(PREFIX + sessionId)
    else localStorage.setItem(PREFIX + sessionId, JSON.stringify(messages))
  } catch {
    return false
  }
  for (const listener of listeners) listener()
  return true
}

function parse(raw: string | null): readonly HeldMessage[] {
  try {
    const all: unknown = JSON.parse(raw ?? '[]')
    return Array.isArray(all) ? all.filter((each) => typeof each?.uuid === 'string') : []
  } catch {
    return []
  }
}
