import type { PutFile } from '../../live/message-content.ts'
import { readAttachment } from './attachment.ts'
import { attachmentDrafts, changeAttachments } from './attachment-drafts.ts'

export interface FileServices {
  /** Puts a file where Claude can read it, and says where that is. */
  upload: (file: File, signal: AbortSignal) => Promise<PutFile>
  /** Deletes a file that was put there. */
  takeBack: (path: string) => Promise<void>
}

/** Cancels of uploads on their way, by session: also of a session that is not shown any more. */
const running = new Map<string, AbortController>()

/** Reads files for the draft of a session, one after another. */
export async function attachFiles(sessionId: string, files: readonly File[], services: FileServices): Promise<void> {
  const controller = running.get(sessionId) ?? new AbortController()
  const { signal } = controller
  running.set(sessionId, controller)
  changeAttachments(sessionId, ({ loading }) => ({ loading: loading + files.length, problem: null }))
  for (const file of files) {
    const read = await readAttachment(file, (each) => services.upload(each, signal)).catch((error: Error) => error)
    if (signal.aborted) {
      // It has arrived all the same, and stands nowhere.
      if ('path' in read) void services.takeBack(read.path).catch(() => undefined)
      return
    }
    changeAttachments(sessionId, ({ attachments, loading }) => ({
      loading: loading - 1,
      ...(read instanceof Error ? { problem: read.message } : { attachments: [...attachments, read] }),
    }))
  }
  if (attachmentDrafts.getState()[sessionId]?.loading === 0) running.delete(sessionId)
}

/** Gives up all that are on their way: a request that hangs would keep the message from going out. */
export function cancelAttaching(sessionId: string): void {
  running.get(sessionId)?.abort()
  running.delete(sessionId)
  changeAttachments(sessionId, () => ({ loading: 0, problem: null }))
}
