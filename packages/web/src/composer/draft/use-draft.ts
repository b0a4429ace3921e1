import { useEffect, useRef, useState } from 'react'
import { KeptDraft } from './kept-draft.ts'

/** The draft of a session: it is there again after a reload, and on coming back from another session. */
export function useDraft(sessionId: string): [text: string, setText: (text: string) => void] {
  const [draft] = useState(() => new KeptDraft(sessionId, localStorage))
  const [text, setText] = useState(() => draft.read())
  const latest = useRef(text)
  latest.current = text
  useEffect(() => {
    // A sent message must not stand in the draft again after a crash.
    if (text === '') return draft.keep(text)
    // Not at every key: storage is slow, and a draft may be long.
    const timer = setTimeout(() => draft.keep(text), 300)
    return () => clearTimeout(timer)
  }, [draft, text])
  useEffect(() => {
    const keep = () => draft.keep(latest.current)
    const look = () => {
      const found = draft.look(latest.current)
      if (found !== null) setText(found)
    }
    const onStorage = ({ key }: StorageEvent) => key === draft.key && look()
    addEventListener('pagehide', keep)
    // A page that the browser has put aside hears nothing of the others until it is shown again.
    addEventListener('pageshow', look)
    addEventListener('storage', onStorage)
    return () => {
      removeEventListener('pagehide', keep)
      removeEventListener('pageshow', look)
      removeEventListener('storage', onStorage)
      keep()
    }
  }, [draft])
  useEffect(() => {
    const add = (more: string) => setText((now) => join(now, more))
    open.set(sessionId, add)
    return () => {
      if (open.get(sessionId) === add) open.delete(sessionId)
    }
  }, [sessionId])
  return [text, setText]
}

/** The drafts that are being written: what stands in storage is not theirs any more. */
const open = new Map<string, (more: string) => void>()

/** Puts words behind what is already written there, now or for whoever opens the session next. */
export function addToDraft(sessionId: string, text: string): void {
  const add = open.get(sessionId)
  const draft = new KeptDraft(sessionId, localStorage)
  if (add === undefined) draft.keep(join(draft.read(), text))
  else add(text)
}

function join(before: string, text: string): string {
  return before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`
}

/** At once: what is written may be all that is left of a message. */
export function writeDraft(sessionId: string, text: string): void {
  new KeptDraft(sessionId, localStorage).keep(text)
}
