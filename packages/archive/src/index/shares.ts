import type { TranscriptFile } from '../sessions/list-transcripts.ts'

/** Shares of about the same size, each newest first. */
export function divide(files: readonly TranscriptFile[], count: number): TranscriptFile[][] {
  const shares = Array.from({ length: count }, () => ({ files: [] as TranscriptFile[], bytes: 0 }))
  for (const file of files) {
    const share = shares.reduce((one, other) => (other.bytes < one.bytes ? other : one))
    share.files.push(file)
    share.bytes += file.size
  }
  return shares.map((share) => share.files).filter((share) => share.length > 0)
}

/** The first files, up to so many bytes, and at least one. */
export function takeBytes(
  files: readonly TranscriptFile[],
  most: number,
  toBytes: (file: TranscriptFile) => number,
): TranscriptFile[] {
  const taken: TranscriptFile[] = []
  let bytes = 0
  for (const file of files) {
    if (taken.length > 0 && bytes + toBytes(file) > most) break
    taken.push(file)
    bytes += toBytes(file)
  }
  return taken
}
