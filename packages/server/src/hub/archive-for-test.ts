import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Archive } from '@quarterdeck/archive'

/** The nth id of its kind. */
export function toId(number: number, kind = 1): string {
  return `0000000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** A line of a transcript, as both CLIs write it. */
export function toLine(type: 'user' | 'assistant', uuid: string, more: Record<string, unknown> = {}): object {
  const content = type === 'user' ? `prompt ${uuid}` : [{ type: 'text', text: `answer ${uuid}` }]
  const envelope = { parentUuid: null, isSidechain: false, cwd: '/project', version: '2.1.325', gitBranch: 'main' }
  const message = { role: type, content, ...(type === 'assistant' && { id: `msg-${uuid}`, model: 'claude-opus-5-5' }) }
  return { ...envelope, type, message, uuid, timestamp: '2026-11-15T10:00:00.000Z', ...more }
}

/** A data directory with transcripts that a test writes, and the archive of it. */
export class TestArchive {
  readonly folder = mkdtempSync(join(tmpdir(), 'quarterdeck-hub-test-'))
  readonly archive: Archive

  constructor() {
    const root = join(this.folder, 'claude')
    mkdirSync(join(root, 'projects'), { recursive: true })
    const data = join(this.folder, 'index')
    this.archive = new Archive({ directories: [root], data, mode: 'serve', workers: 1, isIndexing: false })
  }

  /** Adds lines to the transcript of a session, or to that of one of its agents. */
  write(
    sessionId: string,
    lines: readonly object[],
    { atSeconds, agent }: { atSeconds?: number; agent?: string } = {},
  ) {
    const own = `projects/-project/${sessionId}`
    const path = join(
      this.folder,
      'claude',
      agent === undefined ? `${own}.jsonl` : `${own}/subagents/agent-${agent}.jsonl`,
    )
    mkdirSync(dirname(path), { recursive: true })
    appendFileSync(path, lines.map((line) => `${JSON.stringify({ ...line, sessionId })}\n`).join(''))
    if (atSeconds !== undefined) utimesSync(path, atSeconds, atSeconds)
    this.archive.lookAt(sessionId)
  }

  /** Puts another transcript in its place. */
  replace(sessionId: string, lines: readonly object[]): void {
    rmSync(join(this.folder, `claude/projects/-project/${sessionId}.jsonl`))
    this.write(sessionId, lines)
  }

  async close(): Promise<void> {
    await this.archive.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
