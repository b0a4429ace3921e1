import type { Conversation } from '../conversation.ts'
import type { Line } from '../oracle/line-facts.ts'

export interface Backup {
  backupFileName: string | null
  version: number
  backupTime: string
}

/** With every prompt: which version of each file was current. */
export function addSnapshot(conversation: Conversation, messageId: string, backups: Record<string, Backup>): Snapshot {
  const snapshot = {
    messageId,
    trackedFileBackups: withFolders(conversation, backups),
    timestamp: conversation.clock.stamp(),
  }
  conversation.addFact({ type: 'file-history-snapshot', messageId, snapshot, isSnapshotUpdate: false })
  return { messageId, timestamp: snapshot.timestamp }
}

export interface Snapshot {
  messageId: string
  timestamp: string
}

/** With the first change of a file: older CLIs repeat the whole snapshot, newer ones add to it. */
export function addSnapshotUpdate(
  conversation: Conversation,
  snapshot: Snapshot,
  { assistantUuid, path }: { assistantUuid: string; path: string },
  backups: Record<string, Backup>,
): void {
  const all = withFolders(conversation, backups)
  if (conversation.place.style === 'old') {
    const whole = { messageId: snapshot.messageId, trackedFileBackups: all, timestamp: snapshot.timestamp }
    conversation.addFact({
      type: 'file-history-snapshot',
      messageId: assistantUuid,
      snapshot: whole,
      isSnapshotUpdate: true,
    })
    return
  }
  conversation.addFact({
    type: 'file-history-delta',
    messageId: assistantUuid,
    snapshotMessageId: snapshot.messageId,
    trackingPath: path,
    backup: all[path],
    timestamp: conversation.clock.stamp(),
  })
  conversation.touch()
}

function withFolders({ place }: Conversation, backups: Record<string, Backup>): Record<string, Line> {
  const more = place.style === 'new' ? { realParentDir: place.cwd } : {}
  return Object.fromEntries(Object.entries(backups).map(([path, backup]) => [path, { ...backup, ...more }]))
}
