import { posix } from 'node:path'
import { toText } from '../parse-json.ts'
import { type TranscriptLine, type TranscriptLines, toToolOutcome, toToolUses } from '../transcript-line.ts'

/** The plans that a line names: its own slug, the file of a plan that was approved, a file in `plans/` that was written. */
export function toPlanSlugs(line: TranscriptLine): string[] {
  const slug = toText(line.slug)
  const paths = toToolUses(line).flatMap(({ input }) => [input.planFilePath, input.file_path])
  const outcome = toToolOutcome(line)
  const all = [...paths, outcome?.data.filePath, outcome?.data.planFilePath, line.planFilePath]
  const slugs = all.flatMap((path) => toSlug(toText(path)) ?? [])
  return slug === null ? slugs : [slug, ...slugs]
}

/** By plan, the sessions that wrote it. A slug of a session without a plan is left out by the slugs that are there. */
export async function findPlanSessions(
  slugs: Iterable<string>,
  sessions: Iterable<{ sessionId: string; lines: TranscriptLines }>,
): Promise<Map<string, string[]>> {
  const found = new Map([...slugs].map((slug) => [slug, new Set<string>()]))
  for (const { sessionId, lines } of sessions) {
    for await (const line of lines) for (const slug of toPlanSlugs(line)) found.get(slug)?.add(sessionId)
  }
  return new Map([...found].map(([slug, ids]) => [slug, [...ids]]))
}

function toSlug(path: string | null): string | null {
  if (path === null || !path.endsWith('.md') || posix.basename(posix.dirname(path)) !== 'plans') return null
  return posix.basename(path, '.md')
}
