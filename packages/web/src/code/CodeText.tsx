import { Fragment, memo, useEffect, useMemo, useRef, useState } from 'react'
import { toVisibleText } from '../text/visible-text.ts'
import './code.css'
import type { CodeLines } from './highlight.ts'
import { highlightCode } from './highlighter.ts'
import { type Code, Highlighting, withRest } from './highlighting.ts'

interface Props {
  code: string
  /** One of `LANGUAGES`, or null. */
  language: string | null
}

/** Code, at once as plain text and then in colours. */
export const CodeText = memo(function CodeText({ code, language }: Props) {
  const lines = useHighlighted(code, language)
  if (lines === null) return <code>{toVisibleText(code)}</code>
  return (
    <code>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Fragment key={index}>
          {index > 0 && '\n'}
          <CodeLine pieces={line} />
        </Fragment>
      ))}
    </code>
  )
})

/** Of code that grows, only its end is drawn again. */
export const CodeLine = memo(function CodeLine({ pieces }: { pieces: CodeLines[number] }) {
  return pieces.map(([text, kind], index) =>
    kind === null ? (
      toVisibleText(text)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
      <span key={index} className={`code-${kind}`}>
        {toVisibleText(text)}
      </span>
    ),
  )
})

/** Null until the colours are there, and where there are none. What has grown keeps those it had; another text has none of an earlier one's. */
export function useHighlighted(code: string, language: string | null): CodeLines | null {
  const [found, setFound] = useState<(Code & { lines: CodeLines | null }) | null>(null)
  const highlighting = useRef<Highlighting | null>(null)
  useEffect(() => {
    if (language === null) return
    highlighting.current ??= new Highlighting({ ask: highlightCode, tell: setFound })
    highlighting.current.show({ code, language })
  }, [code, language])
  useEffect(
    () => () => {
      highlighting.current?.stop()
      highlighting.current = null
    },
    [],
  )
  return useMemo(() => {
    if (found === null || found.lines === null || found.language !== language) return null
    return code.startsWith(found.code) ? withRest(found.lines, code.slice(found.code.length)) : null
  }, [found, code, language])
}
