import { useEffect, useState } from 'react'
import { CopyButton } from '../../code/CopyButton.tsx'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { JsonTree } from '../../tools/unknown/JsonTree.tsx'

interface Props {
  sessionId: string
  /** Of one message, or of those that belong together: a call and its result. */
  uuids: readonly string[]
  onClose: () => void
}

/** The lines of an entry as the CLI wrote them. */
export function RawDialog({ sessionId, uuids, onClose }: Props) {
  const { api } = useQuarterdeck()
  const [raw, setRaw] = useState<unknown>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isText, setIsText] = useState(false)
  useEffect(() => {
    const read = (uuid: string) =>
      api.call('GET /api/claude/sessions/:id/messages/:uuid', { params: { id: sessionId, uuid } })
    Promise.all(uuids.map(read)).then(
      (all) => setRaw(all.length === 1 ? all[0] : all),
      (error: Error) => setProblem(error.message),
    )
  }, [api, sessionId, uuids])
  const text = raw === null ? '' : JSON.stringify(raw, null, 2)
  return (
    <Dialog title="Raw JSON" isWide onClose={onClose}>
      {problem !== null && <p className="error">{problem}</p>}
      {raw === null && problem === null && <p className="quiet">Reading the message…</p>}
      {raw !== null && (
        <>
          <div className="row raw-tools">
            <button type="button" className="small-button" aria-pressed={isText} onClick={() => setIsText(!isText)}>
              {isText ? 'As a tree' : 'As text'}
            </button>
            <CopyButton text={text} what="the JSON" />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too */}
          <section className="raw" aria-label="Message" tabIndex={0}>
            {isText ? <pre>{text}</pre> : <JsonTree value={raw} />}
          </section>
        </>
      )}
    </Dialog>
  )
}
