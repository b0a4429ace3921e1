import { useEffect, useState } from 'react'

const SAID_MS = 1500

/** Copies a text and says so, to eyes and ears. */
export function CopyButton({ text, what }: { text: string | (() => string); what: string }) {
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => setSaid(null), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])

  function copy() {
    const whole = typeof text === 'string' ? text : text()
    // Without a secure context there is no clipboard.
    const writing = navigator.clipboard?.writeText(whole) ?? Promise.reject()
    writing.then(
      () => setSaid('copied'),
      () => setSaid('failed'),
    )
  }

  return (
    <>
      <button type="button" className="small-button" aria-label={`Copy ${what}`} onClick={copy}>
        {said === 'copied' ? 'Copied' : said === 'failed' ? 'Not copied' : 'Copy'}
      </button>
      <span role="status" className="visually-hidden">
        {said === 'copied' ? 'Copied' : said === 'failed' ? 'The browser did not let it be copied' : ''}
      </span>
    </>
  )
}
