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
    async list() {
      const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name))
      const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
      return keys
        .filter((key) => key.startsWith(PREFIX))
        .flatMap((key) => parse(localStorage.getItem(key)))
        .filter((message) => !held.has(toLock(message.owner)))
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

function toLock(owner: string | undefined): string {
  return `quarterdeck-outgoing-${owner}`
}

function parse(text: string | null): Kept[] {
  try {
    const message = JSON.parse(text ?? '') as Kept
    return message.command.kind === 'send' && typeof message.id === 'string' ? [message] : []
  } catch {
    return []
  }
}
