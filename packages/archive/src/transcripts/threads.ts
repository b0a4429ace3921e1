import type { Catalogue, SessionFile } from '../sessions/catalogue.ts'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'
import { readLinks } from './read-links.ts'
import { type ThreadFile, toThread } from './thread.ts'

/** The sessions of a catalogue with their agents, and the calls these work for. */
export class Threads {
  readonly #catalogue: Catalogue

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  find(sessionId: string): ThreadFile | null {
    const session = this.#catalogue.findSession(sessionId)
    if (session === null) return null
    const agents = this.#catalogue.agentsOf(session)
    return toThread(session, agents.length === 0 ? [] : readLinks(session, agents, this.#knownCalls(session, agents)))
  }

  toolUseOf(session: SessionFile, agent: TranscriptFile): string | null {
    return readLinks(session, [agent], this.#knownCalls(session, [agent]))[0]?.toolUseId ?? null
  }

  #knownCalls(session: SessionFile, agents: readonly TranscriptFile[]): Record<string, string> {
    const rows = [session, ...agents].map((file) => this.#catalogue.findIndexed(file)?.agentCalls ?? {})
    return Object.assign({}, ...rows)
  }
}
