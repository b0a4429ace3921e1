import { useEffect, useState } from 'react'
import type { Api } from '../../api.ts'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { useSessionScope } from '../session-scope.ts'

/** A text that was pasted into a prompt, read when it is opened. */
export function Paste({ paste, prompt }: { paste: string; prompt: string }) {
  const { api } = useQuarterdeck()
  const sessionId = useSessionScope()?.sessionId
  const [text, setText] = useState('Reading it…')
  useEffect(() => {
    readPaste(api, paste, prompt, sessionId).then(
      (content) => setText(content ?? 'The CLI has kept no copy of it.'),
      (error: Error) => setText(error.message),
    )
  }, [api, paste, prompt, sessionId])
  return <pre>{toVisibleText(text)}</pre>
}

/** By its hash; or by its number, which only the prompt in the CLI's own history resolves. */
async function readPaste(
  api: Api,
  paste: string,
  prompt: string,
  sessionId: string | undefined,
): Promise<string | null> {
  if (/^[0-9a-f]{8,64}$/.test(paste))
    return (await api.call('GET /api/claude/paste/:hash', { params: { hash: paste } })).content
  const number = Number(/#(\d+)/.exec(paste)?.[1])
  const { items } = await api.call('GET /api/claude/history', { query: { limit: 1000, session: sessionId } })
  const found = items.find(({ display }) => display.trim() === prompt.trim())
  return found?.pastes.find(({ id }) => id === number)?.content ?? null
}
