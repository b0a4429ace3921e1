import { toToolTitle } from '@quarterdeck/protocol/pure'
import type { CallRow } from '@quarterdeck/transcript'
import { toVisibleText } from '../../text/visible-text.ts'
import { ErrorText } from '../ErrorText.tsx'
import { ImageView, toImage } from '../ImageView.tsx'
import { fieldOf, textOf } from '../read-field.ts'
import type { ToolView } from '../tool-view.ts'
import { JsonTree } from '../unknown/JsonTree.tsx'
import { Given, toSubject } from '../unknown/UnknownView.tsx'
import { OutLink } from '../web-fetch/FetchView.tsx'

/** A tool of an MCP server: `GitHub › Search repositories`. */
export const mcpView: ToolView = {
  toFace({ call }) {
    const subject = toSubject(call.input)
    return { name: toToolTitle(call.name), ...(subject !== undefined && { subject, isCode: true }) }
  },
  Body: McpBody,
}

function McpBody({ row: { call } }: { row: CallRow }) {
  const { structured } = call
  const content = Array.isArray(structured) ? structured : fieldOf(structured, 'content')
  const blocks = Array.isArray(content) ? content : null
  return (
    <>
      <Given input={call.input} />
      {call.result !== undefined && <p className="quiet tool-label">What it gave</p>}
      {call.status === 'failed' ? (
        <ErrorText text={call.result ?? ''} />
      ) : blocks === null ? (
        call.result !== undefined && <pre>{toVisibleText(call.result)}</pre>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
        blocks.map((block, index) => <McpBlock key={index} block={block} />)
      )}
    </>
  )
}

function McpBlock({ block }: { block: unknown }) {
  switch (textOf(block, 'type')) {
    case 'text':
      return <pre>{toVisibleText(textOf(block, 'text') ?? '')}</pre>
    case 'image': {
      const source = fieldOf(block, 'source')
      const type = textOf(block, 'mimeType') ?? textOf(source, 'media_type')
      const image = toImage(type, textOf(block, 'data') ?? textOf(source, 'data'))
      return image === null ? (
        <p className="quiet">A picture of a kind that is not shown.</p>
      ) : (
        <ImageView image={image} name="Picture" />
      )
    }
    case 'resource_link':
      return (
        <p>
          <OutLink
            url={textOf(block, 'uri') ?? ''}
            text={textOf(block, 'name') ?? textOf(block, 'uri') ?? 'resource'}
          />
        </p>
      )
    default:
      return <JsonTree value={block} />
  }
}
