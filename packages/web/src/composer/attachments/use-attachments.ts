import { type ClipboardEvent, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Attachment } from '../../live/message-content.ts'
import { attachFiles, cancelAttaching, type FileServices } from './attach-files.ts'
import { type AttachmentDraft, attachmentDrafts, changeAttachments, noAttachments } from './attachment-drafts.ts'

export interface Attaching extends AttachmentDraft {
  attach: (chosen: Iterable<File>) => Promise<void>
  /** Puts attachments of an earlier message back. */
  add: (attachments: readonly Attachment[]) => void
  remove: (index: number) => void
  /** Those that are on their way. */
  cancel: () => void
  clear: () => void
  onPaste: (event: ClipboardEvent) => void
}

/** Pictures and files that go with the message, by paste, by drop or chosen. They are there again after a look at another session. */
export function useAttachments(sessionId: string, services: FileServices): Attaching {
  const draft = useStore(attachmentDrafts, (all) => all[sessionId] ?? noAttachments)
  const update = (change: Parameters<typeof changeAttachments>[1]) => changeAttachments(sessionId, change)

  async function attach(chosen: Iterable<File>) {
    // Kept before anything is waited for: the browser empties its list when the event is over.
    await attachFiles(sessionId, [...chosen], services)
  }

  async function remove(index: number) {
    const removed = draft.attachments[index]
    update(({ attachments }) => ({ attachments: attachments.filter((each) => each !== removed), problem: null }))
    if (removed?.kind !== 'file') return
    await services.takeBack(removed.path).catch((error: Error) => update(() => ({ problem: error.message })))
  }

  // Wherever a file is dropped on the page of a session, it is meant for the message; a browser would open it in the place of the page.
  useEffect(() => {
    const onDragOver = (event: DragEvent) => event.preventDefault()
    const onDrop = (event: DragEvent) => {
      const files = event.dataTransfer?.files ?? []
      if (files.length === 0) return
      event.preventDefault()
      void attach(files)
    }
    addEventListener('dragover', onDragOver)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onDragOver)
      removeEventListener('drop', onDrop)
    }
  })

  return {
    ...draft,
    attach,
    add: (more) => update(({ attachments }) => ({ attachments: [...attachments, ...more] })),
    remove: (index) => void remove(index),
    cancel: () => cancelAttaching(sessionId),
    clear: () => update(() => ({ attachments: [], problem: null })),
    onPaste(event) {
      const { files } = event.clipboardData
      // Words that were copied with a picture of them (a spreadsheet, a web page) are wanted as words.
      if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
      event.preventDefault()
      void attach(files)
    },
  }
}
