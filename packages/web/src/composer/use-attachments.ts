import { type ClipboardEvent, type DragEvent, useState } from 'react'
import type { Attachment } from '../live/message-content.ts'
import { readAttachment } from './attachment.ts'

export interface Attaching {
  attachments: readonly Attachment[]
  /** How many are on their way. */
  loading: number
  problem: string | null
  attach: (chosen: Iterable<File>) => Promise<void>
  /** What was attached before. */
  add: (attachments: readonly Attachment[]) => void
  remove: (index: number) => void
  clear: () => void
  onPaste: (event: ClipboardEvent) => void
  onDrop: (event: DragEvent) => void
}

/** Pictures and files that go with the message, by paste, by drop or chosen. */
export function useAttachments(upload: (file: File) => Promise<string>): Attaching {
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const [loading, setLoading] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)

  async function attach(chosen: Iterable<File>) {
    // Kept before anything is waited for: the browser empties its list when the event is over.
    const files = [...chosen]
    setProblem(null)
    setLoading((count) => count + files.length)
    for (const file of files) {
      try {
        const attachment = await readAttachment(file, upload)
        setAttachments((all) => [...all, attachment])
      } catch (error) {
        setProblem((error as Error).message)
      }
      setLoading((count) => count - 1)
    }
  }

  return {
    attachments,
    loading,
    problem,
    attach,
    add: (more) => setAttachments((all) => [...all, ...more]),
    remove: (index) => setAttachments((all) => all.filter((_, place) => place !== index)),
    clear() {
      setAttachments([])
      setProblem(null)
    },
    onPaste(event) {
      const { files } = event.clipboardData
      // Words that were copied with a picture of them (a spreadsheet, a web page) are wanted as words.
      if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
      event.preventDefault()
      void attach(files)
    },
    onDrop(event) {
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      void attach(event.dataTransfer.files)
    },
  }
}
