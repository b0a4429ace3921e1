import type { ReadInput, ReadResult } from '@quarterdeck/protocol/tools'
import type { CallRow } from '@quarterdeck/transcript'
import { CodeText } from '../../code/CodeText.tsx'
import { toFileLanguage } from '../../code/to-language.ts'
import { toVisibleText } from '../../text/visible-text.ts'
import { ErrorText } from '../ErrorText.tsx'
import { ImageView, toImage } from '../ImageView.tsx'
import { NotebookCells, PdfParts, PdfView } from '../parts.ts'
import { fieldOf, listOf, numberOf, textOf } from '../read-field.ts'
import { toShortPath } from '../to-short-path.ts'
import type { ToolView } from '../tool-view.ts'

export const readView: ToolView = {
  toFace({ call }, project) {
    const note = toNote(call)
    return {
      name: 'Read',
      subject: toShortPath(textOf<ReadInput>(call.input, 'file_path') ?? '', project),
      isCode: true,
      ...(note !== undefined && { note }),
    }
  },
  Body: ReadBody,
}

/** Which lines, or pages, where it was not the whole file. */
function toNote({ input, structured }: CallRow['call']): string | undefined {
  const pages = textOf<ReadInput>(input, 'pages')
  if (pages !== undefined) return `pages ${pages}`
  const file = fieldOf<ReadResult>(structured, 'file')
  const start = numberOf(file, 'startLine')
  const lines = numberOf(file, 'numLines')
  const total = numberOf(file, 'totalLines')
  if (start === undefined || lines === undefined) return undefined
  return lines === total ? `${lines} lines` : `lines ${start} to ${start + lines - 1} of ${total ?? '?'}`
}

function ReadBody({ row: { call } }: { row: CallRow }) {
  const path = textOf<ReadInput>(call.input, 'file_path') ?? ''
  const file = fieldOf<ReadResult>(call.structured, 'file')
  if (call.status === 'failed') return <ErrorText text={call.result ?? ''} />
  switch (textOf<ReadResult>(call.structured, 'type')) {
    case 'text':
      return <FileText path={path} text={textOf(file, 'content') ?? ''} start={numberOf(file, 'startLine') ?? 1} />
    case 'image': {
      const image = toImage(fieldOf(file, 'type'), fieldOf(file, 'base64'))
      return image === null ? (
        <p className="quiet">A picture of a kind that is not shown.</p>
      ) : (
        <ImageView image={image} name={path} />
      )
    }
    case 'notebook':
      return <NotebookCells cells={listOf(file, 'cells')} />
    case 'pdf':
      return <PdfView file={file} path={path} />
    case 'parts':
      return (
        <>
          <PdfParts file={file} />
          <Pages
            pages={listOf<ReadResult>(call.structured, 'pages')}
            first={numberOf<ReadResult>(call.structured, 'firstPage') ?? 1}
          />
        </>
      )
    default:
      return call.result === undefined ? (
        <p className="quiet">Not read yet.</p>
      ) : (
        <ResultText path={path} result={call.result} />
      )
  }
}

/** A subagent's result is only told as the model got it: with numbers before the lines. */
function ResultText({ path, result }: { path: string; result: string }) {
  const lines = result.split('\n').map((line) => /^\s*(\d+)(?:→|\t)(.*)$/.exec(line))
  const start = Number(lines[0]?.[1])
  if (lines.some((line) => line === null)) return <pre>{toVisibleText(result)}</pre>
  return <FileText path={path} text={lines.map((line) => line?.[2] ?? '').join('\n')} start={start} />
}

export function FileText({ path, text, start }: { path: string; text: string; start: number }) {
  const count = text.split('\n').length
  const numbers = Array.from({ length: count }, (_, index) => start + index).join('\n')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, by keyboard too
    <section className="file-text" aria-label={toVisibleText(path)} tabIndex={0}>
      <pre className="file-numbers" aria-hidden="true">
        {numbers}
      </pre>
      <pre>
        <CodeText code={text} language={toFileLanguage(path)} />
      </pre>
    </section>
  )
}

function Pages({ pages, first }: { pages: readonly unknown[]; first: number }) {
  return pages.map((page, index) => {
    const name = `Page ${first + index}`
    return <PageView key={name} page={page} name={name} />
  })
}

function PageView({ page, name }: { page: unknown; name: string }) {
  const image = toImage(fieldOf(page, 'mediaType'), fieldOf(page, 'base64'))
  return image === null ? <p className="quiet">{name} could not be shown.</p> : <ImageView image={image} name={name} />
}
