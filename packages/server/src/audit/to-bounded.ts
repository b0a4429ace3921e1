import { toInputHash } from '../input-hash.ts'

const MAX_FACT_CHARACTERS = 4096

/** What a caller sent, or a transcript named, may be as long as a request: of that, the record holds what it was, not all of it. */
export function toBounded(fact: unknown): unknown {
  const text = JSON.stringify(fact)
  if (text === undefined || text.length <= MAX_FACT_CHARACTERS) return fact
  return `${text.slice(0, 200)}… (${text.length} characters, SHA-256 ${toInputHash(fact)})`
}
