import { type NotOpened, readInside } from '../../safe-open.ts'
import { isSessionId } from '../session-id.ts'
import type { TranscriptLines } from '../transcript-line.ts'
import { toBackups } from './collect-backups.ts'
import { toFileChange } from './file-change.ts'
import { isCopyName, LARGEST_VERSION_BYTES } from './list-file-versions.ts'

/** A content, or that there was no file. */
export type VersionContent = { kind: 'content'; content: Buffer } | { kind: 'absent' } | NotOpened

/** The content of a version by its name. The lines are asked for what no copy holds. */
export async function readFileVersion(
  root: string,
  sessionId: string,
  name: string,
  lines: TranscriptLines,
): Promise<VersionContent> {
  const missing: NotOpened = { kind: 'missing', reason: `There is no version ${JSON.stringify(name)} in this session` }
  if (!isSessionId(sessionId)) return missing
  if (isCopyName(name)) {
    const content = readInside(root, `file-history/${sessionId}/${name}`, LARGEST_VERSION_BYTES)
    if (Buffer.isBuffer(content)) return { kind: 'content', content }
    if (content.kind !== 'missing') return content
  }
  const [, toolUseId, moment] = /^(.+)@(before|after)$/.exec(name) ?? []
  let cwd: string | null = null
  for await (const line of lines) {
    if (cwd === null && typeof line.cwd === 'string') cwd = line.cwd
    if (toolUseId === undefined) {
      if (toBackups(line, cwd).some((backup) => backup.name === name && backup.isAbsent)) return { kind: 'absent' }
      continue
    }
    const change = toFileChange(line)
    if (change?.toolUseId !== toolUseId) continue
    const content = moment === 'before' ? change.before : change.after
    if (content === undefined) return missing
    return content === null ? { kind: 'absent' } : { kind: 'content', content: Buffer.from(content) }
  }
  return missing
}
