import { posix } from 'node:path'
import { toText } from '../parse-json.ts'
import { type TranscriptLine, toToolOutcome, toToolUses } from '../transcript-line.ts'

/** The plans that a line names: its own slug, the file of a plan that was approved, a file in `plans/` that was written. */
export function toPlanSlugs(line: TranscriptLine): string[] {
  const slug = toText(line.slug)
  const paths = toToolUses(line).flatMap(({ input }) => [input.planFilePath, input.file_path])
  const data = toToolOutcome(line)?.data
  const slugs = [...paths, data?.filePath, data?.planFilePath, line.planFilePath].flatMap(
    (path) => toSlug(toText(path)) ?? [],
  )
  return slug === null ? slugs : [slug, ...slugs]
}

function toSlug(path: string | null): string | null {
  if (path === null || !path.endsWith('.md') || posix.basename(posix.dirname(path)) !== 'plans') return null
  return posix.basename(path, '.md')
}
