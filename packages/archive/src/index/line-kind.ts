/** As far as the fields in front tell: `unknown` wants a closer look. */
export type LineKind = 'answer' | 'user' | 'result' | 'other' | 'unknown'

const TYPE = Buffer.from('"type":"')
const [ASSISTANT, MESSAGE, USER, PROGRESS, RESULT] = [
  'assistant"',
  'message"',
  'user"',
  'progress"',
  'tool_result"',
].map((type) => Buffer.from(type)) as [Buffer, Buffer, Buffer, Buffer, Buffer]
const OPENING = 0x7b

/**
 * What a line is, from its first fields alone: most of a transcript are results of tools. A quote inside of a text is escaped, so
 * what is found is a field; one that may belong to something inside of the line decides nothing, unless it is the type of the API's
 * message, before which the CLI writes no other.
 */
export function toLineKind(bytes: Buffer, start: number, end: number): LineKind {
  const at = bytes.indexOf(TYPE, start)
  if (at === -1 || at >= end) return 'unknown'
  const value = at + TYPE.length
  if (isAt(bytes, value, MESSAGE) || isAt(bytes, value, ASSISTANT)) return 'answer'
  if (bytes.lastIndexOf(OPENING, at) > start || isAt(bytes, value, PROGRESS)) return 'unknown'
  if (!isAt(bytes, value, USER)) return 'other'
  const next = bytes.indexOf(TYPE, value)
  return next !== -1 && next < end && isAt(bytes, next + TYPE.length, RESULT) ? 'result' : 'user'
}

function isAt(bytes: Buffer, at: number, word: Buffer): boolean {
  for (let place = 0; place < word.length; place++) if (bytes[at + place] !== word[place]) return false
  return true
}
