import type { About } from '@quarterdeck/transcript'
import { textOf } from '../tools/read-field.ts'

export interface Login {
  state: 'unknown' | 'none' | 'there'
  words: string
}

/** How the CLI is logged in, as far as it has said. Without a login it says `tokenSource: none` and names no key. */
export function readLogin({ account, apiKeySource }: Pick<Partial<About>, 'account' | 'apiKeySource'>): Login {
  const who = [textOf(account, 'email'), textOf(account, 'organization'), textOf(account, 'subscriptionType')]
  const named = who.filter((word) => word !== undefined && word !== '')
  if (named.length > 0) return { state: 'there', words: named.join(', ') }
  const key = nameSource(textOf(account, 'apiKeySource')) ?? nameSource(apiKeySource)
  if (key !== undefined) return { state: 'there', words: `By the key of ${key}` }
  const token = textOf(account, 'tokenSource')
  if (nameSource(token) !== undefined) return { state: 'there', words: `By the token of ${token}` }
  // Elsewhere than at Anthropic one logs in by other means, which the CLI does not tell.
  const provider = textOf(account, 'apiProvider') ?? 'firstParty'
  if (provider !== 'firstParty') return { state: 'there', words: `By way of ${provider}` }
  // A key that is 'none' says nothing of itself: whoever has logged in has none.
  return token === 'none' ? { state: 'none', words: 'Not logged in' } : { state: 'unknown', words: 'Not known yet' }
}

function nameSource(source: string | undefined): string | undefined {
  return source === '' || source === 'none' ? undefined : source
}
