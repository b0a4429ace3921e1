import { createHash } from 'node:crypto'
import type { Conversation } from '../conversation.ts'
import type { DataFolder } from '../data-folder.ts'
import { addSnapshot, addSnapshotUpdate, type Backup, type Snapshot } from '../lines/file-history-lines.ts'
import type { FileVersion } from '../oracle/side-facts.ts'

interface Tracked {
  backup: Backup
  /** What the last backup holds. */
  saved: string | null
}

/** The files that a session changes, and, where it tracks them, their versions in `file-history/`. */
export class Workspace {
  readonly #contents = new Map<string, string>()
  readonly #tracked = new Map<string, Tracked>()
  readonly #history: { folder: DataFolder; versions: FileVersion[] } | null
  #snapshot: Snapshot | null = null

  constructor(history: { folder: DataFolder; versions: FileVersion[] } | null) {
    this.#history = history
  }

  get paths(): string[] {
    return [...this.#contents.keys()]
  }

  read(path: string): string | undefined {
    return this.#contents.get(path)
  }

  put(path: string, content: string): void {
    this.#contents.set(path, content)
  }

  /** With a prompt: files that changed since their last backup get another one. */
  snapshot(conversation: Conversation, messageId: string): void {
    for (const [path, tracked] of this.#tracked) {
      const content = this.#contents.get(path) ?? null
      if (content === tracked.saved) continue
      this.#tracked.set(path, this.#save(conversation, path, tracked.backup.version + 1, content))
    }
    this.#snapshot = addSnapshot(conversation, messageId, this.#backups())
  }

  /** Before a tool changes a file: its content is saved, unless it was before. */
  track(conversation: Conversation, path: string, assistantUuid: string): void {
    if (this.#history === null || this.#snapshot === null || this.#tracked.has(path)) return
    this.#tracked.set(path, this.#save(conversation, path, 1, this.#contents.get(path) ?? null))
    addSnapshotUpdate(conversation, this.#snapshot, { assistantUuid, path }, this.#backups())
  }

  #save(conversation: Conversation, path: string, version: number, content: string | null): Tracked {
    const { sessionId } = conversation.place
    const absolute = `${conversation.place.cwd}/${path}`
    const backupFileName = content === null ? null : `${toSha256(absolute).slice(0, 16)}@v${version}`
    if (this.#history !== null) {
      const { folder, versions } = this.#history
      if (content !== null)
        folder.write(`file-history/${sessionId}/${backupFileName}`, content, conversation.clock.nowMs)
      versions.push({ sessionId, path, version, backupFileName, sha256: content === null ? null : toSha256(content) })
    }
    const backupTime = new Date(conversation.clock.nowMs).toISOString()
    return { backup: { backupFileName, version, backupTime }, saved: content }
  }

  #backups(): Record<string, Backup> {
    return Object.fromEntries([...this.#tracked].map(([path, { backup }]) => [path, backup]))
  }
}

export function toSha256(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}
