import type { WebSearchInput, WebSearchResult } from '@quarterdeck/protocol/tools'
import type { CallRow } from '@quarterdeck/transcript'
import { Markdown } from '../../markdown/Markdown.tsx'
import { ErrorText } from '../ErrorText.tsx'
import { listOf, textOf } from '../read-field.ts'
import type { ToolView } from '../tool-view.ts'
import { OutLink } from '../web-fetch/FetchView.tsx'

export const webSearchView: ToolView = {
  toFace({ call }) {
    const count = toSources(call.structured).length
    return {
      name: 'WebSearch',
      subject: `"${textOf<WebSearchInput>(call.input, 'query') ?? ''}"`,
      ...(count > 0 && { note: `${count} ${count === 1 ? 'source' : 'sources'}` }),
    }
  },
  Body: WebSearchBody,
}

function toSources(structured: unknown): { url: string; title: string }[] {
  // A search of the API itself gives a plain list.
  const links = Array.isArray(structured)
    ? structured
    : listOf<WebSearchResult>(structured, 'results').flatMap((result) => listOf(result, 'content'))
  return links
    .map((link) => ({ url: textOf(link, 'url') ?? '', title: textOf(link, 'title') ?? textOf(link, 'url') ?? '' }))
    .filter((link) => link.url !== '')
}

function WebSearchBody({ row: { call } }: { row: CallRow }) {
  if (call.status === 'failed') return <ErrorText text={call.result ?? ''} />
  const sources = toSources(call.structured)
  const said = listOf<WebSearchResult>(call.structured, 'results').filter((result) => typeof result === 'string')
  return (
    <>
      {sources.length > 0 && (
        <ol aria-label="Sources">
          {sources.map(({ url, title }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same page may be found twice
            <li key={index}>
              <OutLink url={url} text={title} />
            </li>
          ))}
        </ol>
      )}
      <Markdown text={said.length > 0 ? said.join('\n\n') : sources.length > 0 ? '' : (call.result ?? '')} />
    </>
  )
}
