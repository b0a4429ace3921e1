import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where the CLI keeps the transcript of a session. Its folder is named after the project, but not so that one could tell how. */
export function findTranscript(claudeDir: string, sessionId: string): string | null {
  const projects = join(claudeDir, 'projects')
  if (!existsSync(projects)) return null
  const paths = readdirSync(projects).map((folder) => join(projects, folder, `${sessionId}.jsonl`))
  return paths.find((path) => existsSync(path)) ?? null
}
