import { newId } from '../new-id.ts'
import { instance } from '../place.ts'
import type { OutgoingMessage, OutgoingStore } from './outgoing.ts'

/** Another server at the same address has other sessions. Each message has a key of its own: pages do not overwrite each other. */
const PREFIX = `quarterdeck.outgoing.${instance}.`

interface Kept extends OutgoingMessage {
  /** The page that looks after it. */
  owner: string
}

export function createOutgoingStore(): OutgoingStore {
  const owner = newId()
  // Held for as long as this page is there. Without encryption there are no locks, and a message may be on two pages at once.
  void navigator.locks?.request(toLock(owner), () => new Promise(() => undefined))
  return {
    adopt(take) {
      if (navigator.locks === undefined) return take(list())
      // A page that is gone has let go of its lock; one that goes later does so then.
      for (const other of new Set(list().map((message) => message.owner)))
        void navigator.locks.request(toLock(other), () => take(list().filter((message) => message.owner === other)))
    },
    put(message) {
      try {
        localStorage.setItem(PREFIX + message.id, JSON.stringify({ ...message, owner } satisfies Kept))
        return true
      } catch {
        // Full: pictures are large.
        return false
      }
    },
    remove: (id) => localStorage.removeItem(PREFIX + id),
    onRemoved(call) {
      addEventListener('storage', ({ key, newValue }) => {
        if (newValue === null && key?.startsWith(PREFIX)) call(key.slice(PREFIX.length))
      })
    },
  }
}

function list(): Kept[] {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
  return keys.filter((key) => key.startsWith(PREFIX)).flatMap((key) => parse(localStorage.getItem(key)))
}

function toLock(owner: string): string {
  return `quarterdeck-outgoing-${owner}`
}

function parse(text: string | null): Kept[] {
  try {
    const message = JSON.parse(text ?? '') as Kept
    const isWhole = typeof message.id === 'string' && typeof message.owner === 'string'
    return isWhole && message.command.kind === 'send' ? [message] : []
  } catch {
    return []
  }
}
