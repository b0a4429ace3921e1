/** A message of a session with its number, in pieces of text: what the CLI wrote is never parsed and written again. */
export interface FeedRecord {
  seq: number
  /** What stands between the number and the message, as in `,"at":"…","from":"cli"`; empty for a line of a transcript. */
  head: string
  /** As it was written. */
  message: string
}

const SEQ = '{"seq":'
const MESSAGE = ',"message":'

/** A record as it stands in a log, numbered behind the `past` lines that came before it. Quotes inside of strings are escaped, so the words are unique. */
export function splitRecord(line: string, past: number): FeedRecord {
  const start = line.indexOf(MESSAGE)
  const comma = line.indexOf(',')
  return {
    seq: Number(line.slice(SEQ.length, comma)) + past,
    head: line.slice(comma, start),
    message: line.slice(start + MESSAGE.length, -1),
  }
}

/** Who wrote it: null for a line of a transcript. */
export function fromOf({ head }: FeedRecord): 'cli' | 'host' | 'keeper' | null {
  if (head === '') return null
  if (head.includes(',"from":"cli"')) return 'cli'
  return head.includes(',"from":"host"') ? 'host' : 'keeper'
}
