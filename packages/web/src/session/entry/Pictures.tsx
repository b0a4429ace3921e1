import { useEffect, useState } from 'react'
import { useQuarterdeck } from '../../frame/quarterdeck.ts'
import { ImageView } from '../../tools/ImageView.tsx'
import { useSessionScope } from '../session-scope.ts'
import { type Pictures as Found, toPictures } from './to-pictures.ts'

/** The pictures that came with a message, read from it when somebody wants to see them. */
export function Pictures({ uuid }: { uuid: string }) {
  const { api } = useQuarterdeck()
  const sessionId = useSessionScope()?.sessionId ?? ''
  const [found, setFound] = useState<Found | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    api.call('GET /api/claude/sessions/:id/messages/:uuid', { params: { id: sessionId, uuid } }).then(
      (message) => setFound(toPictures(message)),
      (error: Error) => setProblem(error.message),
    )
  }, [api, sessionId, uuid])
  if (problem !== null) return <p className="error">{problem}</p>
  if (found === null) return <p className="quiet">Reading it…</p>
  const { images, others } = found
  return (
    <>
      {images.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture is its place
        <ImageView key={index} image={image} name={`Picture ${index + 1}`} />
      ))}
      {others > 0 && <p className="quiet">{toOthers(others)}</p>}
      {images.length + others === 0 && <p className="quiet">The message has no picture any more.</p>}
    </>
  )
}

function toOthers(others: number): string {
  const what = others === 1 ? 'A picture is' : `${others} pictures are`
  return `${what} of a kind that is not shown here. The raw JSON of the entry has all of it.`
}
