import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What stands in one line of a transcript; the rest of it is the same in each. */
export type WrittenLine = { prompt: string } | { says: string } | { calls: string; id: string; input?: object } | Result

interface Result {
  resultOf: string
  gives: string
}

/** Agents by the call that has sent them. */
export type WrittenAgents = Readonly<Record<string, readonly WrittenLine[]>>

const BEGAN = Date.UTC(2026, 0, 2, 9)

/** A transcript of calls and agents, as the CLI writes one. Gives its name and those of its lines. */
export function writeLines(
  home: string,
  cwd: string,
  lines: readonly WrittenLine[],
  agents: WrittenAgents = {},
): { sessionId: string; uuids: string[] } {
  const sessionId = randomUUID()
  const folder = join(home, '.claude', 'projects', cwd.replaceAll(/[^a-zA-Z0-9]/g, '-'))
  const side = join(folder, sessionId, 'subagents')
  mkdirSync(side, { recursive: true })
  const write = (path: string, of: readonly WrittenLine[], agentId?: string) => {
    const uuids = of.map(() => randomUUID())
    const text = of.map((line, index) =>
      JSON.stringify({
        ...toMessage(line),
        uuid: uuids[index],
        parentUuid: uuids[index - 1] ?? null,
        ...(agentId !== undefined && { agentId }),
        ...{ sessionId, cwd, version: '2.1.325', userType: 'external', isSidechain: agentId !== undefined },
        timestamp: new Date(BEGAN + index * 1000).toISOString(),
      }),
    )
    writeFileSync(path, `${text.join('\n')}\n`)
    return uuids
  }
  for (const [index, [toolUseId, inner]] of Object.entries(agents).entries()) {
    const path = join(side, `agent-a${index}`)
    write(`${path}.jsonl`, inner, `a${index}`)
    writeFileSync(`${path}.meta.json`, JSON.stringify({ agentType: 'general-purpose', toolUseId }))
  }
  return { sessionId, uuids: write(join(folder, `${sessionId}.jsonl`), lines) }
}

function toMessage(line: WrittenLine): object {
  if ('prompt' in line) return { type: 'user', message: { role: 'user', content: line.prompt } }
  if ('resultOf' in line) {
    const content = [{ type: 'tool_result', tool_use_id: line.resultOf, content: line.gives }]
    return { type: 'user', message: { role: 'user', content } }
  }
  const block =
    'says' in line
      ? { type: 'text', text: line.says }
      : { type: 'tool_use', id: line.id, name: line.calls, input: line.input ?? {} }
  const message = { id: `msg_${randomUUID()}`, type: 'message', role: 'assistant', model: 'claude-opus-4-6' }
  return { type: 'assistant', message: { ...message, content: [block], usage: { input_tokens: 1, output_tokens: 1 } } }
}

/** So many prompts and answers. */
export function turnsOf(count: number): WrittenLine[] {
  return Array.from({ length: count }, (_, turn) => [{ prompt: `Prompt ${turn}.` }, { says: `Answer ${turn}.` }]).flat()
}

/** An agent that says so many lines. */
export function agentOf(lines: number): WrittenLine[] {
  return [{ prompt: 'Look around.' }, ...Array.from({ length: lines }, (_, line) => ({ says: `Step ${line}.` }))]
}
