import type { Row } from '@quarterdeck/transcript'
import { LazyTerminalText } from '../../ansi/LazyTerminalText.ts'
import { Markdown } from '../../markdown/Markdown.tsx'
import { toVisibleText } from '../../text/visible-text.ts'

/** A heading, or the line below the head of a table. */
const MARKDOWN = /^(#{1,6} \S|\|[ :]*-{3,})/m

/** The output of a command: for a terminal, as Markdown, or plain. */
export function CommandOutput({ row }: { row: Extract<Row, { kind: 'output' }> }) {
  const { text, stream, isShell } = row
  const tone = stream === 'stderr' ? 'error' : 'quiet'
  if (text.includes('\u001b'))
    return (
      <pre className={tone}>
        <LazyTerminalText text={text} />
      </pre>
    )
  if (!isShell && MARKDOWN.test(text))
    return (
      <div className={tone}>
        <Markdown text={text} />
      </div>
    )
  return <pre className={tone}>{toVisibleText(text)}</pre>
}
