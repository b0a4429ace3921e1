import { expect, test } from 'vitest'
import { findAddressProblem, toSignInProblem } from './to-sign-in-problem.ts'

// As 2.1.325 says them.
test.each([
  ['No active OAuth flow for server: library', 'open no longer'],
  ['Invalid callback URL: missing authorization code. Please paste the full redirect URL', 'no code in it'],
  ['Callback URL not accepted: it belongs to a different sign-in attempt (OAuth state mismatch)', 'another sign-in'],
  ['Server status: needs-auth', 'still does not let it in'],
  ['OAuth error: access_denied -', 'the answer was “access_denied”'],
  ['Something else.', 'Something else.'],
])('%s becomes a sentence that says what to do', (message, words) => {
  expect(toSignInProblem(`Claude Code said no to 'mcp_oauth_callback_url': ${message}`)).toContain(words)
})

test('what is no address of the web is not sent', () => {
  expect(findAddressProblem('http://localhost:51216/callback?code=1&state=2')).toBeNull()
  for (const text of ['', 'abc', 'localhost:51216/callback', 'javascript:alert(1)'])
    expect(findAddressProblem(text)).toContain('no address')
})
