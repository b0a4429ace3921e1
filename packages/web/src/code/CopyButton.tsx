import { useEffect, useState } from 'react'

const SHOWN_MS = 1500

/** Copies a text and says so, to eyes and ears. */
export function CopyButton({ text, what }: { text: string | (() => string); what: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  function copy() {
    const whole = typeof text === 'string' ? text : text()
    // Without a secure context there is no clipboard.
    const writing = navigator.clipboard?.writeText(whole) ?? Promise.reject()
    writing.then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }

  return (
    <>
      <button type="button" className="small-button" aria-label={`Copy ${what}`} onClick={copy}>
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Not copied' : 'Copy'}
      </button>
      <span role="status" className="visually-hidden">
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'The browser did not let it be copied' : ''}
      </span>
    </>
  )
}
