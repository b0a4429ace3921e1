const TOO_LONG = 'Run /compact, or begin a new session: the conversation does not fit any more.'
const CHANGE = 'Change the message, and send it again.'
const LATER = 'Send the message again in a while: the API could not answer.'
const LOGIN = 'Run claude in a terminal on that machine, log in with /login, and send the message again.'
const LIMIT = 'Send the message again when the limit is over, or choose another model.'

/** What to do after an error of the API, by the CLI's own word for it. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['authentication_failed', LOGIN],
  ['billing_error', 'See to the plan or the credit of the account, and send the message again.'],
  ['rate_limit', LIMIT],
  ['overloaded', LATER],
  ['server_error', LATER],
  ['invalid_request', CHANGE],
  ['model_not_found', 'Choose another model, and send the message again.'],
  ['max_output_tokens', 'Ask Claude to go on, or for a shorter answer.'],
])

const BY_STATUS: ReadonlyMap<number, string> = new Map([
  [400, CHANGE],
  [401, LOGIN],
  [403, LOGIN],
  [413, TOO_LONG],
  [429, LIMIT],
  [529, LATER],
])

interface ApiError {
  name: string | undefined
  status: number | undefined
  /** What the CLI says of it: older ones have the status there alone. */
  text: string
}

/** Undefined where nobody knows what went wrong. */
export function toErrorAdvice({ name = '', status, text }: ApiError): string | undefined {
  if (/prompt is too long/i.test(text)) return TOO_LONG
  const told = status ?? Number(/^API Error: (\d{3})\b/.exec(text)?.[1])
  return BY_NAME.get(name) ?? BY_STATUS.get(told) ?? (told >= 500 ? LATER : undefined)
}
