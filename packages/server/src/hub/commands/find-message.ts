import type { Archive } from '@quarterdeck/archive'

const NEWLINE = 10

export interface FoundMessage {
  line: Readonly<Record<string, unknown>>
  /** Where the line behind it begins. */
  end: number
}

/** The line that is the message, and not one that merely names it; null where it is not among these lines. */
export function findMessageIn(lines: Buffer, uuid: string): FoundMessage | null {
  const mark = `"uuid":${JSON.stringify(uuid)}`
  for (let at = lines.indexOf(mark); at !== -1; at = lines.indexOf(mark, at + 1)) {
    const end = lines.indexOf(NEWLINE, at) + 1
    const line = parseLine(lines.toString('utf8', lines.lastIndexOf(NEWLINE, at) + 1, end))
    if (line?.uuid === uuid) return { line, end }
  }
  return null
}

/** A message of a session, wherever it stands. */
export async function findMessage(
  archive: Archive,
  sessionId: string,
  uuid: string,
): Promise<FoundMessage['line'] | null> {
  for await (const piece of archive.stream(sessionId) ?? []) {
    const found = findMessageIn(piece, uuid)
    if (found !== null) return found.line
  }
  return null
}

function parseLine(text: string): FoundMessage['line'] | null {
  try {
    return JSON.parse(text)
  } catch {
    // Torn: then it is not the message either.
    return null
  }
}
