import { useEffect, useRef, useState } from 'react'

const PREFIX = 'quarterdeck.draft.'

/** What was typed for a session and not sent: it is there again after a reload, and when one comes back from another session. */
export function useDraft(sessionId: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => readDraft(sessionId))
  const latest = useRef(text)
  latest.current = text
  useEffect(() => {
    // What was sent must not stand here again after a crash.
    if (text === '') return writeDraft(sessionId, text)
    // Not at every key: storage is slow, and a draft may be long.
    const timer = setTimeout(() => writeDraft(sessionId, text), 300)
    return () => clearTimeout(timer)
  }, [sessionId, text])
  useEffect(() => {
    const keep = () => writeDraft(sessionId, latest.current)
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [sessionId])
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
  if (add === undefined) writeDraft(sessionId, join(readDraft(sessionId), text))
  else add(text)
}

function join(before: string, text: string): string {
  return before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`
}

function readDraft(sessionId: string): string {
  return localStorage.getItem(PREFIX + sessionId) ?? ''
}

export function writeDraft(sessionId: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(PREFIX + sessionId)
    else localStorage.setItem(PREFIX + sessionId, text)
  } catch {
    // The storage is full: the draft lives as long as the page does.
  }
}
