import { describe, expect, it } from 'vitest'
import { parseControlResult } from '../parse-control-result.ts'

describe('the login requests', () => {
  it('bring the address where the login of an MCP server goes on', () => {
    const answer = {
      authUrl: 'https://login.example/authorize?state=s',
      requiresUserAction: true,
      callbackExpected: true,
      redirectScheme: 'localhost',
      callbackPort: 4711,
      state: 's',
    }
    const result = parseControlResult('mcp_authenticate', answer)
    expect(result).toMatchObject({ ok: true, faults: [] })
    expect(result.ok && result.value.authUrl).toBe(answer.authUrl)
  })

  it('take a server that lets one in without a login', () => {
    const result = parseControlResult('mcp_authenticate', { requiresUserAction: false, callbackExpected: false })
    expect(result.ok && result.value.authUrl).toBeUndefined()
  })

  it('bring an address for the login of the CLI, or nothing of use', () => {
    expect(parseControlResult('claude_authenticate', { manualUrl: 'https://a', automaticUrl: 'https://b' }).ok).toBe(
      true,
    )
    expect(parseControlResult('claude_authenticate', {}).ok).toBe(false)
  })

  it('tell whose account it is, as far as the CLI knows', () => {
    const result = parseControlResult('claude_oauth_callback', {
      account: { email: 'ada@example.org', organization: null },
    })
    expect(result.ok && result.value.account?.email).toBe('ada@example.org')
  })
})
