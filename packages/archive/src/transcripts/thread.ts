import type { TranscriptFile } from '../sessions/list-transcripts.ts'

/** A file of a session, and the agents that were started from it. */
export interface ThreadFile {
  file: TranscriptFile
  /** The call this agent works for; null for the session itself, and for an agent of which nobody knows. */
  toolUseId: string | null
  parent: ThreadFile | null
  agents: ThreadFile[]
}

export interface AgentLink {
  file: TranscriptFile
  agentId: string
  toolUseId: string | null
  parentAgentId: string | null
}

/**
 * A session with its subagents. An agent's lines follow the line with the call that started it; an agent of which no call is known
 * comes before everything. So the order depends on nothing but the files. Of two files with the same agent's name, the first counts: an agent is known
 * by its name alone.
 */
export function toThread(main: TranscriptFile, links: readonly AgentLink[]): ThreadFile {
  const root: ThreadFile = { file: main, toolUseId: null, parent: null, agents: [] }
  const byId = new Map<string, ThreadFile>()
  const first = new Map(links.toReversed().map((link) => [link.agentId, link]))
  const sorted = [...first.values()].sort((one, other) => (one.agentId < other.agentId ? -1 : 1))
  for (const { file, agentId, toolUseId } of sorted) byId.set(agentId, { file, toolUseId, parent: null, agents: [] })
  for (const { agentId, parentAgentId } of sorted) {
    const agent = byId.get(agentId) as ThreadFile
    const wanted = parentAgentId === null ? root : (byId.get(parentAgentId) ?? root)
    const parent = isBelow(wanted, agent) ? root : wanted
    agent.parent = parent
    parent.agents.push(agent)
  }
  return root
}

function isBelow(one: ThreadFile, other: ThreadFile): boolean {
  for (let at: ThreadFile | null = one; at !== null; at = at.parent) if (at === other) return true
  return false
}

/** All files of a thread, the session's own first. */
export function filesOf(thread: ThreadFile): ThreadFile[] {
  return [thread, ...thread.agents.flatMap(filesOf)]
}

/** The line of an agent with the call it works for, as it would have been on the wire. The rest stays byte for byte. */
export function withParent(line: Buffer, toolUseId: string | null): Buffer {
  if (toolUseId === null) return line
  const field = `{"parent_tool_use_id":${JSON.stringify(toolUseId)}${line[1] === 0x7d ? '' : ','}`
  return Buffer.concat([Buffer.from(field), line.subarray(1)])
}
