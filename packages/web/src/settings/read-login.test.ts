import { expect, test } from 'vitest'
import { readLogin } from './read-login.ts'

// Those without a name are as 2.1.38 and 2.1.325 said them to a session, with a key and without any login.
test.each([
  ['nothing', {}, 'unknown', 'Not known yet'],
  ['only that there is no key', { apiKeySource: 'none' }, 'unknown', 'Not known yet'],
  ['an account of which it says nothing', { account: {} }, 'unknown', 'Not known yet'],
  ['no token', { account: { tokenSource: 'none' }, apiKeySource: 'none' }, 'none', 'Not logged in'],
  ['no token at Anthropic', { account: { tokenSource: 'none', apiProvider: 'firstParty' } }, 'none', 'Not logged in'],
  [
    'a key',
    { account: { tokenSource: 'none', apiKeySource: 'ANTHROPIC_API_KEY', apiProvider: 'firstParty' } },
    'there',
    'By the key of ANTHROPIC_API_KEY',
  ],
  [
    'a token',
    { account: { tokenSource: 'CLAUDE_CODE_OAUTH_TOKEN' } },
    'there',
    'By the token of CLAUDE_CODE_OAUTH_TOKEN',
  ],
  ['another provider', { account: { tokenSource: 'none', apiProvider: 'bedrock' } }, 'there', 'By way of bedrock'],
  [
    'an account',
    { account: { email: 'a@b.c', organization: 'Harbour', tokenSource: 'claude.ai' }, apiKeySource: 'none' },
    'there',
    'a@b.c, Harbour',
  ],
])('where Claude Code has said %s', (_what, about, state, words) => {
  expect(readLogin(about)).toEqual({ state, words })
})
