import { toBlocks } from '../lines/line-content.ts'
import { parseTranscriptLine, type TranscriptLine } from '../lines/parse-transcript-line.ts'
import { linesForward } from './lines-forward.ts'
import { OpenFiles } from './open-files.ts'
import { filesOf, type ThreadFile } from './thread.ts'

/** A line of a session that others can stand behind. */
export interface TreeNode {
  uuid: string
  /** What it stands behind; over a compaction the line before it. Null at a beginning. */
  parentUuid: string | null
  type: string
  /** Null for the session's own lines. */
  agentId: string | null
  timestamp: string | null
  /** Whether it leads to the newest line of its file: what was rewound does not. */
  isCurrent: boolean
  /** How its text begins; empty where it has none. */
  text: string
}

export interface TreeAgent {
  agentId: string
  /** Null where it is not known. */
  toolUseId: string | null
  parentAgentId: string | null
}

/** The branches of a session, and its agents. */
export interface SessionTree {
  nodes: TreeNode[]
  agents: TreeAgent[]
  /** The newest line of the current branch. */
  leaf: string | null
}

const LONGEST_TEXT = 120

/** Goes through all files of a session, and gives way to others now and then. */
export async function readTree(thread: ThreadFile): Promise<SessionTree> {
  const files = new OpenFiles()
  try {
    const nodes: TreeNode[] = []
    let leaf: string | null = null
    for (const { file } of filesOf(thread)) {
      const open = files.open(file)
      if (open === null) continue
      const own: TreeNode[] = []
      let breath = performance.now()
      for (const { bytes } of linesForward(open.fd, 0, open.size)) {
        const line = bytes === null ? null : parseTranscriptLine(bytes, 0, bytes.length)
        if (line !== null && typeof line.uuid === 'string') own.push(toNode(line, line.uuid, file.agentId))
        if (performance.now() - breath < BREATHE_MS) continue
        await new Promise<void>((resolve) => setImmediate(resolve))
        breath = performance.now()
      }
      const newest = markCurrent(own)
      if (file === thread.file) leaf = newest
      for (const node of own) nodes.push(node)
    }
    return { nodes, agents: filesOf(thread).slice(1).map(toAgent), leaf }
  } finally {
    files.close()
  }
}

const BREATHE_MS = 15

function toNode(line: TranscriptLine, uuid: string, agentId: string | null): TreeNode {
  const parent = line.parentUuid ?? line.logicalParentUuid
  return {
    uuid,
    parentUuid: typeof parent === 'string' ? parent : null,
    type: line.type,
    // Old CLIs wrote the lines of agents into the session's own file.
    agentId: agentId ?? (line.isSidechain === true && typeof line.agentId === 'string' ? line.agentId : null),
    timestamp: typeof line.timestamp === 'string' ? line.timestamp : null,
    isCurrent: false,
    text: toText(line),
  }
}

function toText(line: TranscriptLine): string {
  const text = toBlocks(line).find((block) => typeof block.text === 'string')?.text
  return typeof text === 'string' ? text.slice(0, LONGEST_TEXT).replaceAll(/\s+/g, ' ').trim() : ''
}

function toAgent({ file, toolUseId, parent }: ThreadFile): TreeAgent {
  return { agentId: file.agentId ?? '', toolUseId, parentAgentId: parent?.file.agentId ?? null }
}

/** From the last thing that was said back to its beginning. Gives that last one. */
function markCurrent(nodes: readonly TreeNode[]): string | null {
  const byId = new Map(nodes.map((node) => [node.uuid, node]))
  const isSaid = ({ type, agentId }: TreeNode) =>
    (type === 'user' || type === 'assistant') && agentId === (nodes[0]?.agentId ?? null)
  const newest = nodes.findLast(isSaid)
  for (let at = newest; at !== undefined && !at.isCurrent; at = byId.get(at.parentUuid ?? '')) at.isCurrent = true
  return newest?.uuid ?? null
}
