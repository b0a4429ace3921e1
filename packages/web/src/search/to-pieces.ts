export interface Piece {
  text: string
  isMarked: boolean
}

/** A text in pieces, with those marked that were found. Marks that overlap, or lie outside, do no harm. */
export function toPieces(text: string, marks: readonly (readonly [number, number])[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const [start, end] of marks) {
    if (start < from || end <= start || start >= text.length) continue
    if (start > from) pieces.push({ text: text.slice(from, start), isMarked: false })
    pieces.push({ text: text.slice(start, end), isMarked: true })
    from = end
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isMarked: false })
  return pieces
}
