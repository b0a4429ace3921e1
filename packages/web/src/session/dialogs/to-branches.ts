import type { MessageTree } from '@quarterdeck/contract/routes'

export type TreeNode = MessageTree['items'][number]

/** A stretch of the conversation up to where it parts, and what goes on from there. */
export interface Stretch {
  /** Its first words of a person. */
  text: string
  /** How many messages with words it has. */
  count: number
  /** Its last message: what a fork goes on from. */
  last: string
  at: string | null
  isCurrent: boolean
  branches: readonly Stretch[]
}

/** The conversation as stretches. What nobody has said anything in (results beside each other, notes of the CLI) is no branch. */
export function toBranches(nodes: readonly TreeNode[]): Stretch[] {
  const own = nodes.filter(({ agentId }) => agentId === null)
  const known = new Set(own.map(({ uuid }) => uuid))
  const children = Map.groupBy(own, ({ parentUuid }) =>
    parentUuid !== null && known.has(parentUuid) ? parentUuid : '',
  )
  const spoken = findSpoken(own, children)
  const next = (uuid: string) => (children.get(uuid) ?? []).filter((node) => spoken.has(node.uuid))
  // A list of what is left to do, and no recursion: a conversation is as deep as it is long.
  const roots: Stretch[] = []
  const open = next('').map((node) => ({ node, into: roots }))
  for (let work = open.pop(); work !== undefined; work = open.pop()) {
    const line = [work.node]
    for (;;) {
      const following = next(line.at(-1)?.uuid ?? '')
      if (following.length !== 1) break
      line.push(following[0] as TreeNode)
    }
    const branches: Stretch[] = []
    work.into.unshift(toStretch(line, branches))
    for (const node of next(line.at(-1)?.uuid ?? '')) open.push({ node, into: branches })
  }
  return roots
}

function toStretch(line: readonly TreeNode[], branches: Stretch[]): Stretch {
  const said = line.filter(isSaid)
  const prompt = said.find(({ type }) => type === 'user') ?? said[0]
  return {
    text: prompt?.text ?? '',
    count: said.length,
    last: line.at(-1)?.uuid ?? '',
    at: line.findLast(({ timestamp }) => timestamp !== null)?.timestamp ?? null,
    isCurrent: line.at(-1)?.isCurrent ?? false,
    branches,
  }
}

function isSaid({ type, text }: TreeNode): boolean {
  return (type === 'user' || type === 'assistant') && text !== ''
}

/** Lines that lead to words, or that have some. */
function findSpoken(own: readonly TreeNode[], children: ReadonlyMap<string, readonly TreeNode[]>): ReadonlySet<string> {
  const byId = new Map(own.map((node) => [node.uuid, node]))
  const spoken = new Set<string>()
  for (const node of own) {
    if (!isSaid(node) && !(node.isCurrent && !children.has(node.uuid))) continue
    for (
      let at: TreeNode | undefined = node;
      at !== undefined && !spoken.has(at.uuid);
      at = byId.get(at.parentUuid ?? '')
    )
      spoken.add(at.uuid)
  }
  return spoken
}
