import { ServerError } from './server-error.ts'

/** Real requests are a dozen levels deep. What is far deeper would end whoever writes it down again. */
const MAX_DEPTH = 200

/** JSON that a client sent, by HTTP or over a socket. Throws `bad_request` where it is none, or is too deep. */
export function parseClientJson(text: string, what: string): unknown {
  if (isTooDeep(text)) throw new ServerError('bad_request', `${what} is nested more than ${MAX_DEPTH} levels deep.`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ServerError('bad_request', `${what} is not JSON: ${(error as Error).message}.`)
  }
}

/** Counted in the text: nothing is built of what is refused. */
function isTooDeep(text: string): boolean {
  // Most are so short that they cannot be.
  if (text.length <= MAX_DEPTH) return false
  let depth = 0
  let isInText = false
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place)
    if (isInText) {
      if (unit === BACKSLASH) place++
      else if (unit === QUOTE) isInText = false
    } else if (unit === QUOTE) isInText = true
    else if (unit === BRACE || unit === BRACKET) {
      depth++
      if (depth > MAX_DEPTH) return true
    } else if (unit === BRACE_END || unit === BRACKET_END) depth--
  }
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACE = 0x7b
const BRACE_END = 0x7d
const BRACKET = 0x5b
const BRACKET_END = 0x5d
