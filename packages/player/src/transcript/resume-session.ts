import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PlayerOptions } from '../options.ts'
import { toProjectFolder } from './project-folder.ts'

/** Where a session stands when the process begins. */
export interface SessionStart {
  sessionId: string
  path: string
  parentUuid: string | null
  totalCostUsd: number
}

type TranscriptLine = { type?: string; uuid?: string; totalCostUSD?: number } & Record<string, unknown>

/** A new session, an old one, or a copy of an old one; or why there is none. */
export function startSession(
  options: PlayerOptions,
  configFolder: string,
  cwd: string,
): SessionStart | { problem: string } {
  const folder = toProjectFolder(configFolder, cwd)
  const resumed = options.resume ?? (options.continueNewest ? findNewest(folder) : undefined)
  if (resumed === undefined) {
    if (options.continueNewest) return { problem: 'No conversation found to continue' }
    return toStart(folder, options.sessionId ?? crypto.randomUUID(), [])
  }
  const path = toPath(folder, resumed)
  if (!existsSync(path)) return { problem: `No conversation found with session ID: ${resumed}` }
  const lines = cutAfter(readLines(path), options.resumeAt)
  if (lines === undefined) return { problem: `No message found with message.uuid of: ${options.resumeAt}` }
  if (!options.fork) return toStart(folder, resumed, lines)
  const copy = options.sessionId ?? crypto.randomUUID()
  writeCopy(toPath(folder, copy), lines, resumed, copy)
  return toStart(folder, copy, lines)
}

function toPath(folder: string, sessionId: string): string {
  return join(folder, `${sessionId}.jsonl`)
}

function toStart(folder: string, sessionId: string, lines: TranscriptLine[]): SessionStart {
  const cost = lines.findLast(({ type }) => type === 'cost-state')?.totalCostUSD ?? 0
  const parentUuid = lines.findLast(({ uuid }) => uuid !== undefined)?.uuid ?? null
  return { sessionId, path: toPath(folder, sessionId), parentUuid, totalCostUsd: cost }
}

function findNewest(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const byAge = files.sort((a, b) => statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs)
  return byAge[0]?.replace(/\.jsonl$/, '')
}

function readLines(path: string): TranscriptLine[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').flatMap(parseLineOrNothing)
}

function parseLineOrNothing(line: string): TranscriptLine[] {
  try {
    return [JSON.parse(line)]
  } catch {
    // A torn line, which the real CLI passes over as well.
    return []
  }
}

/** Undefined when no message has the uuid. */
function cutAfter(lines: TranscriptLine[], uuid: string | undefined): TranscriptLine[] | undefined {
  if (uuid === undefined) return lines
  const last = lines.findIndex((line) => line.uuid === uuid)
  return last < 0 ? undefined : lines.slice(0, last + 1)
}

function writeCopy(path: string, lines: TranscriptLine[], from: string, to: string): void {
  const copied = lines.map((line) => ({
    ...line,
    ...('sessionId' in line ? { sessionId: to } : {}),
    ...(line.uuid === undefined ? {} : { forkedFrom: { sessionId: from, messageUuid: line.uuid } }),
  }))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, copied.map((line) => `${JSON.stringify(line)}\n`).join(''))
}
