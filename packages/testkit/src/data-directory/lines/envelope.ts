import type { Line } from '../oracle/line-facts.ts'
import type { Style } from '../plan/features.ts'

/** Where lines are written: what every line of a thread repeats. */
export interface Place {
  style: Style
  sessionId: string
  cwd: string
  version: string
  gitBranch: string
  isSidechain: boolean
  entrypoint: 'cli' | 'sdk-cli'
  /** Given after the first answer. */
  slug?: string
  agentId?: string
}

interface Links {
  parentUuid: string | null
  logicalParentUuid?: string
  promptId?: string
}

/** Puts the shared fields around a line: before it up to 2.1.38, on both sides of it later. */
export function toEnvelope(place: Place, { parentUuid, logicalParentUuid, promptId }: Links, body: Line): Line {
  const { isSidechain, cwd, sessionId, version, gitBranch, agentId, slug } = place
  const line: Line = { parentUuid }
  if (logicalParentUuid !== undefined) line.logicalParentUuid = logicalParentUuid
  line.isSidechain = isSidechain
  if (place.style === 'old') {
    Object.assign(line, { userType: 'external', cwd, sessionId, version, gitBranch })
    if (agentId !== undefined) line.agentId = agentId
    if (slug !== undefined) line.slug = slug
    return Object.assign(line, body)
  }
  if (promptId !== undefined) line.promptId = promptId
  if (agentId !== undefined) line.agentId = agentId
  Object.assign(line, body)
  Object.assign(line, { userType: 'external', entrypoint: place.entrypoint, cwd, sessionId, version, gitBranch })
  if (slug !== undefined) line.slug = slug
  return line
}
