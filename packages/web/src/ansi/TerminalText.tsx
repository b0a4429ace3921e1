import { memo, useMemo } from 'react'
import './terminal.css'
import { toTerminalPieces } from './to-terminal-pieces.ts'

/** The output of a command, as its terminal would have shown it. */
export const TerminalText = memo(function TerminalText({ text }: { text: string }) {
  const pieces = useMemo(() => toTerminalPieces(text), [text])
  return pieces.map((piece, index) =>
    piece.className === '' ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
      <span key={index} className={piece.className}>
        {piece.text}
      </span>
    ),
  )
})
