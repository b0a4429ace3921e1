import { newId } from '../new-id.ts'
import { instance } from '../server-address.ts'
import { createKeptValues } from './kept-values.ts'
import type { OutgoingMessage, OutgoingStore } from './outgoing.ts'

/** Another server at the same address has other sessions. */
const PREFIX = `quarterdeck.outgoing.${instance}.`

interface Kept extends OutgoingMessage {
  /** The page that looks after it. */
  owner: string
}

const kept = createKeptValues<Kept>(
  PREFIX,
  ({ id, owner, command }) => typeof id === 'string' && typeof owner === 'string' && command.kind === 'send',
)

export function createOutgoingStore(): OutgoingStore {
  const owner = newId()
  const list = () => kept.list().map(({ value }) => value)
  // Held for as long as this page is there. Without encryption there are no locks, and a message may be on two pages at once.
  void navigator.locks?.request(toLock(owner), () => new Promise(() => undefined))
  return {
    adopt(take) {
      if (navigator.locks === undefined) return take(list())
      // A page that is gone has let go of its lock; one that goes later does so then.
      for (const other of new Set(list().map((message) => message.owner)))
        void navigator.locks.request(toLock(other), () => take(list().filter((message) => message.owner === other)))
    },
    put: (message) => kept.put(message.id, { ...message, owner }),
    remove: kept.remove,
    onRemoved(call) {
      addEventListener('storage', ({ key, newValue }) => {
        if (newValue === null && key?.startsWith(PREFIX)) call(key.slice(PREFIX.length))
      })
    },
  }
}

function toLock(owner: string): string {
  return `quarterdeck-outgoing-${owner}`
}
