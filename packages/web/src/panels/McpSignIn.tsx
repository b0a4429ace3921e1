import { useId, useState } from 'react'
import { toVisibleText } from '../text/visible-text.ts'
import type { OpenSignIn } from './use-sign-in.ts'

interface Props {
  signIn: OpenSignIn
  problem: string | null
  onFinish: (address: string) => Promise<void>
}

/** Where one signs in, and what to do where the browser cannot come back from there: it is on another device than Claude Code. */
export function McpSignIn({ signIn, problem, onFinish }: Props) {
  const id = useId()
  const hintId = useId()
  const [address, setAddress] = useState('')
  const [isSending, setIsSending] = useState(false)
  const name = toVisibleText(signIn.name)
  return (
    <form
      className="sign-in"
      aria-label={`Sign-in to ${name}`}
      onSubmit={async (event) => {
        event.preventDefault()
        setIsSending(true)
        await onFinish(address)
        setIsSending(false)
      }}
    >
      <p>
        <a href={signIn.url} target="_blank" rel="noopener noreferrer">
          Sign in to {name}
        </a>
        <span className="quiet"> leads to {URL.parse(signIn.url)?.host}</span>
      </p>
      <p id={hintId} className="quiet">
        In a browser on the machine of Claude Code, the rest happens by itself. Where the browser ends at an address
        that does not open, copy it here.
      </p>
      <label htmlFor={id}>Address the browser ended at</label>
      <input
        id={id}
        className="field"
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={hintId}
        placeholder="http://localhost:…/callback?code=…"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      {problem !== null && (
        <p className="error" role="alert">
          {toVisibleText(problem)}
        </p>
      )}
      <button type="submit" className="button" disabled={isSending || address.trim() === ''}>
        {isSending ? 'Signing in…' : 'Finish signing in'}
      </button>
    </form>
  )
}
