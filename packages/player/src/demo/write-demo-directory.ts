import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toProjectFolder } from '../transcript/project-folder.ts'
import { demoFiles } from './demo-files.ts'
import { type DemoSession, demoSessions } from './demo-sessions.ts'
import { playOffline } from './play-offline.ts'

const HOUR_MS = 60 * 60 * 1000

export interface DemoDirectory {
  /** What CLAUDE_CONFIG_DIR must be. */
  configFolder: string
  /** The folders that the sessions worked in, each with some files. */
  projects: string[]
}

/** Writes a data directory with a dozen finished sessions in three projects, and the projects beside it. */
export async function writeDemoDirectory(folder: string, now = new Date()): Promise<DemoDirectory> {
  const configFolder = join(folder, 'claude')
  const toProject = ({ project }: DemoSession) => join(folder, project)
  const projects = [...new Set(demoSessions.map(toProject))]
  for (const project of projects) writeFiles(project)
  for (const session of demoSessions) {
    const cwd = toProject(session)
    const start = new Date(now.getTime() - session.hoursAgo * HOUR_MS)
    const { sessionId, end } = await playOffline({ ...session, configFolder, cwd, start })
    const path = join(toProjectFolder(configFolder, cwd), `${sessionId}.jsonl`)
    appendFileSync(path, `${JSON.stringify({ type: 'ai-title', aiTitle: session.title, sessionId })}\n`)
    // Lists are sorted by the age of the file.
    utimesSync(path, end, end)
  }
  return { configFolder, projects }
}

function writeFiles(project: string): void {
  for (const [name, content] of Object.entries(demoFiles)) {
    const path = join(project, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}
