import type { Catalogue } from './catalogue.ts'

/** By plan, the sessions that wrote it, newest first, as far as the index has read them. */
export function toPlanWriters(catalogue: Catalogue): Map<string, string[]> {
  const writers = new Map<string, string[]>()
  for (const session of catalogue.sessions()) {
    for (const slug of catalogue.factsOf(session).plans ?? []) {
      const known = writers.get(slug)
      if (known === undefined) writers.set(slug, [session.sessionId])
      else known.push(session.sessionId)
    }
  }
  return writers
}
