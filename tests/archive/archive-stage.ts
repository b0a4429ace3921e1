import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listRecordings, readRecording } from '@quarterdeck/testkit'

/**
 * A data directory with everything that a version's recorded runs left in theirs, one project a run. Returns the paths of the
 * sessions' transcripts.
 */
export function writeRecordedDirectory(root: string, version: string): string[] {
  return listRecordings(version).flatMap((name) => {
    const files = readRecording(version, name).files.filter(({ path }) => path.startsWith('.claude/projects/'))
    return files.flatMap(({ path, lines }) => {
      const relative = path.replace(/^\.claude\/projects\/[^/]+/, `projects/-${version.replaceAll('.', '-')}-${name}`)
      const target = join(root, relative)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, lines.join('\n'))
      return /\/[0-9a-f-]{36}\.jsonl$/.test(relative) ? [relative] : []
    })
  })
}
