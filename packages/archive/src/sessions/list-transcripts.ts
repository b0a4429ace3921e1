import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { listInside } from '../safe-open.ts'

/** A transcript as it lies on the disk. */
export interface TranscriptFile {
  /** The data directory it belongs to. */
  root: string
  /** Relative to the root. */
  path: string
  /** The folder of its project: a lossy name. */
  folder: string
  /** Null for an agent's file that lies beside the sessions, until it was looked into. */
  sessionId: string | null
  /** Set for the file of a subagent. */
  agentId: string | null
  size: number
  mtimeMs: number
  ino: number
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const SESSION_FILE = new RegExp(`^(${UUID})\\.jsonl$`, 'i')
const SESSION_FOLDER = new RegExp(`^${UUID}$`, 'i')
const AGENT_FILE = /^agent-(.+)\.jsonl$/

/** The names of the projects' folders. */
export function listProjectFolders(root: string): string[] {
  const entries = listInside(root, 'projects')
  return Array.isArray(entries) ? entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name) : []
}

export interface ProjectListing {
  /** Empty ones left out. */
  files: TranscriptFile[]
  /** When something was last put beside a session's transcript, by its id. */
  sessionFolders: Map<string, number>
}

/** All transcripts of one project's folder. */
export function listTranscripts(root: string, folder: string): ProjectListing {
  const listing: ProjectListing = { files: [], sessionFolders: new Map() }
  const path = `projects/${folder}`
  const entries = listInside(root, path)
  if (!Array.isArray(entries)) return listing
  const base = realpathSync.native(root)
  for (const entry of entries) {
    const at = `${path}/${entry.name}`
    if (entry.isDirectory()) {
      if (!SESSION_FOLDER.test(entry.name)) continue
      const stats = stat(join(base, at))
      if (stats !== null) listing.sessionFolders.set(entry.name.toLowerCase(), stats.mtimeMs)
      listing.files.push(...listAgents(root, base, folder, entry.name, `${at}/subagents`))
      continue
    }
    const sessionId = SESSION_FILE.exec(entry.name)?.[1]?.toLowerCase()
    const agentId = AGENT_FILE.exec(entry.name)?.[1]
    if (sessionId === undefined && agentId === undefined) continue
    const file = { root, path: at, folder, sessionId: sessionId ?? null, agentId: agentId ?? null }
    listing.files.push(...statFile(base, file))
  }
  return listing
}

/** Agents may have agents, in folders below. */
function listAgents(root: string, base: string, folder: string, sessionId: string, path: string): TranscriptFile[] {
  const entries = listInside(root, path)
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry): TranscriptFile[] => {
    const at = `${path}/${entry.name}`
    if (entry.isDirectory()) return listAgents(root, base, folder, sessionId, at)
    const agentId = AGENT_FILE.exec(entry.name)?.[1]
    if (agentId === undefined) return []
    return statFile(base, { root, path: at, folder, sessionId: sessionId.toLowerCase(), agentId })
  })
}

/** The file as it is now; null where it is gone or empty. */
export function statTranscript(file: TranscriptFile): TranscriptFile | null {
  return statFile(realpathSync.native(file.root), file)[0] ?? null
}

function statFile(base: string, file: Omit<TranscriptFile, 'size' | 'mtimeMs' | 'ino'>): TranscriptFile[] {
  const stats = stat(join(base, file.path))
  if (stats === null || stats.size === 0) return []
  return [{ ...file, size: stats.size, mtimeMs: stats.mtimeMs, ino: stats.ino }]
}

/** Null where it is gone since the folder was read. */
function stat(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null
}
