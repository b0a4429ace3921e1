const TOO_LONG = 'Run /compact, or begin a new session: the conversation does not fit any more.'
const CHANGE = 'Change the message, and send it again.'
const LATER = 'Send the message again in a while: the API could not answer.'
const LOGIN = 'Run claude in a terminal on that machine, log in with /login, and send the message again.'
const LIMIT = 'Send the message again when the limit is over, or choose another model.'

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['authentication_failed', LOGIN],
  ['billing_error', 'See to the plan or the credit of the account, and send the message again.'],
  ['rate_limit', LIMIT],
  ['overloaded', LATER],
  ['server_error', LATER],
  ['invalid_request', CHANGE],
  ['model_not_found', 'Choose another model, and send the message again.'],
  ['max_output_tokens', 'Ask Claude to go on, or for a shorter answer.'],
  ['400', CHANGE],
  ['401', LOGIN],
  ['403', LOGIN],
  ['413', TOO_LONG],
  ['429', LIMIT],
  ['529', LATER],
])

/**
 * Advice for an API error, by the CLI's word for it or by its HTTP status, which older CLIs write into the text only. Undefined for an
 * unknown error.
 */
export function toErrorAdvice(error: string, text: string): string | undefined {
  if (/prompt is too long/i.test(text)) return TOO_LONG
  const status = /^\d+$/.test(error) ? error : (/^API Error: (\d{3})\b/.exec(text)?.[1] ?? '')
  return ADVICE.get(error) ?? ADVICE.get(status) ?? (Number(status) >= 500 ? LATER : undefined)
}
