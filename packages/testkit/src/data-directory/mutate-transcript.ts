type Random = () => number

export interface MutatedTranscript {
  bytes: Buffer
  /** Lines of the original that still stand whole. */
  intactLines: number
  /** Lines with something in them that cannot be read. */
  damagedLines: number
}

interface Piece {
  bytes: Buffer
  isIntact: boolean
}

const NEWLINE = 10

/**
 * Damages a transcript in one to four places, as crashes, full disks and second writers do. What a mutation touches is surely
 * lost, and nothing else: a beginning or an end of a JSON object is never one itself.
 */
export function mutateTranscript(transcript: Uint8Array, random: Random): MutatedTranscript {
  const pieces = split(Buffer.from(transcript))
  for (let count = 1 + pick(4, random); count > 0 && pieces.length > 0; count--) mutateOnce(pieces, random)
  const isCut = random() < 0.3 && truncate(pieces, random)
  const parts = pieces.flatMap(({ bytes }) => [bytes, Buffer.from([NEWLINE])])
  if (isCut) parts.pop()
  return {
    bytes: Buffer.concat(parts),
    intactLines: pieces.filter(({ isIntact }) => isIntact).length,
    damagedLines: pieces.filter(({ isIntact, bytes }) => !isIntact && bytes.length > 0).length,
  }
}

function split(bytes: Buffer): Piece[] {
  const pieces: Piece[] = []
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, from)
    const to = found === -1 ? bytes.length : found
    if (to > from) pieces.push({ bytes: bytes.subarray(from, to), isIntact: true })
    from = to + 1
  }
  return pieces
}

function mutateOnce(pieces: Piece[], random: Random): void {
  // What is damaged stays as it is: two damages may heal each other.
  const whole = pieces.flatMap(({ isIntact }, index) => (isIntact ? [index] : []))
  const at = whole[pick(whole.length, random)] ?? -1
  const piece = pieces[at]
  if (piece === undefined) return
  const next = pieces[at + 1]?.isIntact ? pieces[at + 1] : undefined
  switch (pick(5, random)) {
    case 0:
      pieces[at] = damaged(tear(piece, random))
      return
    case 1:
      pieces[at] = damaged(tear(piece, random), Buffer.alloc(1 + pick(5000, random)), piece.bytes.subarray(-1))
      return
    case 2: {
      // The block swallows the newline, and with it both lines.
      if (next === undefined) return
      const rest = next.bytes.subarray(1 + pick(Math.max(1, next.bytes.length - 1), random))
      pieces.splice(at, 2, damaged(tear(piece, random), Buffer.alloc(512), rest))
      return
    }
    case 3: {
      if (next === undefined) return
      const [one, other] = [tear(piece, random), tear(next, random)]
      const [oneRest, otherRest] = [piece.bytes.subarray(one.length), next.bytes.subarray(other.length)]
      const mixed = damaged(one, other, oneRest, otherRest)
      // Once in ten thousand times, two lines cut where one of them has an object make a line that is whole.
      if (!isJson(mixed.bytes)) pieces.splice(at, 2, mixed)
      return
    }
    default:
      // A second writer began its line in the middle of this one, and the first went on behind it.
      pieces.splice(at, 1, damaged(tear(piece, random)), piece)
  }
}

/** A proper beginning: never nothing, never all. */
function tear({ bytes }: Piece, random: Random): Buffer {
  return bytes.subarray(0, Math.max(1, pick(bytes.length, random)))
}

function damaged(...parts: Buffer[]): Piece {
  return { bytes: Buffer.concat(parts), isIntact: false }
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString())
    return true
  } catch {
    return false
  }
}

/** The file ends in the middle of a line, perhaps of a character, or just before a newline. */
function truncate(pieces: Piece[], random: Random): boolean {
  pieces.length = Math.max(1, pieces.length - pick(Math.ceil(pieces.length / 3), random))
  const last = pieces.pop()
  if (last === undefined) return false
  pieces.push(random() < 0.8 ? damaged(tear(last, random)) : last)
  return true
}

function pick(count: number, random: Random): number {
  return Math.floor(random() * count)
}
