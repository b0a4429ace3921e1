import { instance } from '../place.ts'
import type { OutgoingMessage, OutgoingStore } from './outgoing.ts'

/** Another server at the same address has other sessions. */
const PREFIX = `quarterdeck.outgoing.${instance}.`

export const browserStore: OutgoingStore = {
  list() {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    return keys.filter((key) => key.startsWith(PREFIX)).flatMap((key) => parse(localStorage.getItem(key)))
  },
  put(message) {
    try {
      localStorage.setItem(PREFIX + message.id, JSON.stringify(message))
      return true
    } catch {
      // Full: pictures are large.
      return false
    }
  },
  remove: (id) => localStorage.removeItem(PREFIX + id),
}

function parse(text: string | null): OutgoingMessage[] {
  try {
    const message = JSON.parse(text ?? '') as OutgoingMessage
    return message.command.kind === 'send' && typeof message.id === 'string' ? [message] : []
  } catch {
    return []
  }
}
