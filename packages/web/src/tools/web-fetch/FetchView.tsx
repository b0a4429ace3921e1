import type { WebFetchInput, WebFetchResult } from '@quarterdeck/protocol/tools'
import type { CallRow } from '@quarterdeck/transcript'
import { Markdown } from '../../markdown/Markdown.tsx'
import { toSafeUrl } from '../../markdown/to-safe-url.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { ErrorText } from '../ErrorText.tsx'
import { numberOf, textOf } from '../read-field.ts'
import type { ToolView } from '../tool-view.ts'

export const fetchView: ToolView = {
  toFace({ call }) {
    const code = numberOf<WebFetchResult>(call.structured, 'code')
    return {
      name: 'WebFetch',
      subject: textOf<WebFetchInput>(call.input, 'url') ?? '',
      isCode: true,
      ...(code !== undefined && code >= 400 && { note: `answered ${code}` }),
    }
  },
  Body: FetchBody,
}

function FetchBody({ row: { call } }: { row: CallRow }) {
  const url = textOf<WebFetchInput>(call.input, 'url') ?? ''
  const prompt = textOf<WebFetchInput>(call.input, 'prompt')
  return (
    <>
      <p>
        <OutLink url={url} text={url} />
      </p>
      {prompt !== undefined && <p className="quiet">{toVisibleText(prompt)}</p>}
      {call.status === 'failed' ? (
        <ErrorText text={call.result ?? ''} />
      ) : (
        <Markdown text={textOf<WebFetchResult>(call.structured, 'result') ?? call.result ?? ''} />
      )}
    </>
  )
}

/** A link that leads out of the page, where it is one. */
export function OutLink({ url, text }: { url: string; text: string }) {
  const safe = toSafeUrl(url)
  if (safe === null) return <code>{toVisibleText(text)}</code>
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer">
      {toVisibleText(text)}
    </a>
  )
}
