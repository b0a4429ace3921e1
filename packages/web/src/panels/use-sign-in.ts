import { useEffect, useState } from 'react'
import { useCardDraft } from '../cards/answer/use-card-draft.ts'
import { toSafeUrl } from '../markdown/to-safe-url.ts'
import { toVisibleText } from '../text/visible-text.ts'
import { textOf } from '../tools/read-field.ts'
import type { McpServer } from './read-servers.ts'
import { findAddressProblem, toSignInProblem } from './to-sign-in-problem.ts'
import { useAskingAgain } from './use-asking-again.ts'

/** A sign-in that was begun and has not ended. */
export interface OpenSignIn {
  name: string
  url: string
}

interface Given {
  sessionId: string
  servers: readonly McpServer[]
  canAsk: boolean
  onAsk: (request: { subtype: string; [field: string]: unknown }) => Promise<unknown>
  refresh: () => Promise<void>
}

const NONE: OpenSignIn = { name: '', url: '' }
/** By then somebody has forgotten it. */
const LONGEST_MS = 600_000

/** Signing in to an MCP server, from whichever device: begun, followed, and ended by hand where the browser could not end it. */
export function useSignIn({ sessionId, servers, canAsk, onAsk, refresh }: Given) {
  // Kept, because a phone closes the panel or loads the page again while somebody is at the other page.
  const [kept, setKept] = useCardDraft<OpenSignIn>(`sign-in ${sessionId}`, 'open', NONE)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const open = canAsk && kept.url !== '' ? kept : null
  const status = servers.find(({ name }) => name === open?.name)?.status
  useAskingAgain(open?.url ?? null, refresh, LONGEST_MS)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends when the status says so
  useEffect(() => {
    if (open === null || (status !== 'connected' && status !== 'failed' && status !== 'disabled')) return
    setKept(NONE)
    setProblem(null)
    if (status === 'connected') setDone(open.name)
  }, [status])

  async function begin(name: string) {
    setProblem(null)
    setDone(null)
    // The link before leads to what the CLI waits for no longer.
    setKept(NONE)
    const answer = await onAsk({ subtype: 'mcp_authenticate', serverName: name })
    const given = textOf(answer, 'authUrl')
    // Without an address there is nothing to do: the server let us in.
    if (given === undefined) return refresh()
    const url = toSafeUrl(given)
    if (!url?.startsWith('http')) throw new Error(`The place to sign in at is no web address: ${toVisibleText(given)}`)
    setKept({ name, url })
  }

  /** Gives the CLI the address that it would have been called at. */
  async function finish(text: string) {
    if (open === null) return
    const address = text.trim()
    const complaint = findAddressProblem(address)
    setProblem(complaint)
    if (complaint !== null) return
    try {
      await onAsk({ subtype: 'mcp_oauth_callback_url', serverName: open.name, callbackUrl: address })
      // It connects by itself only where its own address was opened.
      await onAsk({ subtype: 'mcp_reconnect', serverName: open.name })
    } catch (error) {
      setProblem(toSignInProblem((error as Error).message))
    }
    await refresh().catch(() => undefined)
  }

  return { open, problem, done, begin, finish }
}
