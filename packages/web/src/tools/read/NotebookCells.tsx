import { TerminalText } from '../../ansi/TerminalText.tsx'
import { CodeText } from '../../code/CodeText.tsx'
import { Markdown } from '../../markdown/Markdown.tsx'
import { toVisibleText } from '../../text/visible-text.ts'
import { ImageView, toImage } from '../ImageView.tsx'
import { fieldOf, listOf, numberOf, textOf } from '../read-field.ts'

/** A notebook as it is read: prose as prose, code with what it wrote. */
export function NotebookCells({ cells }: { cells: readonly unknown[] }) {
  return (
    <ol className="cells">
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        <li key={index}>
          <Cell cell={cell} />
        </li>
      ))}
    </ol>
  )
}

function Cell({ cell }: { cell: unknown }) {
  const kind = textOf(cell, 'cellType') ?? textOf(cell, 'cell_type') ?? 'cell'
  const source = toSource(fieldOf(cell, 'source'))
  if (kind === 'markdown') return <Markdown text={source} />
  const count = numberOf(cell, 'execution_count')
  return (
    <>
      <p className="quiet tool-label">{toVisibleText(count === undefined ? kind : `${kind}, run as ${count}`)}</p>
      <pre>
        <CodeText code={source} language={textOf(cell, 'language') ?? null} />
      </pre>
      {listOf(cell, 'outputs').map((output, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an output is its place
        <Output key={index} output={output} />
      ))}
    </>
  )
}

function Output({ output }: { output: unknown }) {
  const drawn = fieldOf(output, 'image')
  const image = toImage(fieldOf(drawn, 'media_type'), fieldOf(drawn, 'image_data'))
  const text = toSource(fieldOf(output, 'text'))
  return (
    <>
      {text !== '' && (
        <pre className="cell-output">
          <TerminalText text={text} />
        </pre>
      )}
      {image !== null && <ImageView image={image} name="What the cell drew" />}
    </>
  )
}

function toSource(source: unknown): string {
  return Array.isArray(source) ? source.join('') : typeof source === 'string' ? source : ''
}
