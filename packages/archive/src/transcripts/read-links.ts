import { closeSync } from 'node:fs'
import { toBlocks } from '../lines/line-content.ts'
import { parseTranscriptLine, type TranscriptLine } from '../lines/parse-transcript-line.ts'
import { scanLines } from '../lines/scan-lines.ts'
import { openInside, readInside } from '../safe-open.ts'
import type { TranscriptFile } from '../sessions/list-transcripts.ts'
import type { AgentLink } from './thread.ts'

/**
 * Finds out which calls agents work for: newer CLIs say so in a file beside the agent's, older ones in the lines of the session.
 * `known` is what the index has found in those.
 */
export function readLinks(
  main: TranscriptFile,
  agents: readonly TranscriptFile[],
  known: Readonly<Record<string, string>>,
): AgentLink[] {
  const links = agents.map((file): AgentLink => {
    const agentId = file.agentId as string
    const meta = readMeta(file)
    return {
      file,
      agentId,
      toolUseId: toText(meta?.toolUseId) ?? known[agentId] ?? null,
      parentAgentId: toText(meta?.parentAgentId) ?? null,
    }
  })
  const open = new Set(links.filter(({ toolUseId }) => toolUseId === null).map(({ agentId }) => agentId))
  if (open.size === 0) return links
  const found = findCalls(main, open)
  return links.map((link) => ({ ...link, toolUseId: link.toolUseId ?? found.get(link.agentId) ?? null }))
}

function readMeta(file: TranscriptFile): Record<string, unknown> | null {
  const bytes = readInside(file.root, file.path.replace(/\.jsonl$/, '.meta.json'), 1024 * 1024)
  if (!Buffer.isBuffer(bytes)) return null
  try {
    return JSON.parse(bytes.toString()) as Record<string, unknown>
  } catch {
    return null
  }
}

function findCalls(main: TranscriptFile, agentIds: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>()
  const opened = openInside(main.root, main.path)
  if (opened.kind !== 'file') return found
  const marks = [...agentIds].map((id) => ({ id, mark: Buffer.from(id) }))
  try {
    scanLines(opened.fd, 0, opened.stats.size, ({ bytes, start, end }) => {
      if (found.size === agentIds.size) return
      const view = bytes.subarray(start, end)
      const named = marks.filter(({ id, mark }) => !found.has(id) && view.includes(mark))
      const line = named.length === 0 ? null : parseTranscriptLine(bytes, start, end)
      for (const { id } of line === null ? [] : named) {
        const call = toCall(line as TranscriptLine, id)
        if (call !== null) found.set(id, call)
      }
    })
  } finally {
    closeSync(opened.fd)
  }
  return found
}

/** Which call a line says that an agent works for: by its progress, its result, or the notice of its end. */
export function toCall(line: TranscriptLine, agentId: string): string | null {
  if (line.type === 'progress') {
    const isAbout = (line.data as { agentId?: unknown } | undefined)?.agentId === agentId
    return isAbout ? toText(line.parentToolUseID) : null
  }
  if (line.type !== 'user') return null
  const blocks = toBlocks(line)
  const result = blocks.find((block) => block.type === 'tool_result')
  if ((line.toolUseResult as { agentId?: unknown } | null | undefined)?.agentId === agentId)
    return toText(result?.tool_use_id)
  const text = blocks.map((block) => (typeof block.text === 'string' ? block.text : '')).join('')
  if (!text.includes(`<task-id>${agentId}</task-id>`)) return null
  return /<tool-use-id>([^<]+)<\/tool-use-id>/.exec(text)?.[1] ?? null
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
