import { Fragment, memo, useEffect, useState } from 'react'
import { toVisibleText } from '../text/visible-text.ts'
import './code.css'
import { type CodeLines, highlightCode } from './highlighter.ts'

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

export function CodeLine({ pieces }: { pieces: CodeLines[number] }) {
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
}

/** Null until the colours are there, and where there are none. Those of an earlier text are not shown for another. */
export function useHighlighted(code: string, language: string | null): CodeLines | null {
  const [found, setFound] = useState<{ code: string; lines: CodeLines | null } | null>(null)
  useEffect(() => {
    if (language === null) return
    let isOver = false
    void highlightCode(code, language).then((lines) => {
      if (!isOver) setFound({ code, lines })
    })
    return () => {
      isOver = true
    }
  }, [code, language])
  return found?.code === code && language !== null ? found.lines : null
}
