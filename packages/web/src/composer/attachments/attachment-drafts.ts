import { createStore } from 'zustand/vanilla'
import { askBeforeLeaving } from '../../live/leaving.ts'
import type { Attachment } from '../../live/message-content.ts'

export interface AttachmentDraft {
  attachments: readonly Attachment[]
  /** How many are on their way. */
  loading: number
  problem: string | null
}

export const noAttachments: AttachmentDraft = { attachments: [], loading: 0, problem: null }

/** Attachments of drafts, by session, in memory alone: pictures are too large for the browser's storage. */
export const attachmentDrafts = createStore<Readonly<Record<string, AttachmentDraft>>>(() => ({}))

askBeforeLeaving(hasAttachments)

export function hasAttachments(): boolean {
  return Object.values(attachmentDrafts.getState()).some(
    ({ attachments, loading }) => attachments.length > 0 || loading > 0,
  )
}

/** Also of a session that is not shown any more: a file may be read for longer than somebody looks. */
export function changeAttachments(sessionId: string, change: (now: AttachmentDraft) => Partial<AttachmentDraft>): void {
  const now = attachmentDrafts.getState()[sessionId] ?? noAttachments
  attachmentDrafts.setState({ [sessionId]: { ...now, ...change(now) } })
}
