import { describe, expect, it } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'

describe('settings that are shown', () => {
  it('have no credentials in them, wherever they stand', () => {
    const shown = JSON.stringify(
      hideSecrets({
        env: {
          ANTHROPIC_API_KEY: 'plain-secret',
          GITHUB_TOKEN: 'plain-secret',
          DB_PASSWORD: 'plain-secret',
          PROXY: 'http://me:plain-secret@host/',
        },
        mcpServers: {
          one: {
            headers: { 'X-Anything': 'plain-secret' },
            env: { AUTH: 'plain-secret' },
            args: ['sk-ant-plain-secret-0123456789'],
          },
        },
        otelHeadersHelper: 'Bearer plain-secret',
      }),
    )
    expect(shown).not.toContain('plain-secret')
    expect(shown.match(/\(hidden\)/g)?.length).toBe(8)
  })

  it('are else as they are', () => {
    const settings = {
      model: 'opus',
      apiKeyHelper: '/bin/get-key',
      permissions: { allow: ['Bash(npm test:*)'], deny: ['Read(./.env)'] },
      env: { CLAUDE_CODE_MAX_OUTPUT_TOKENS: '8000', EDITOR: 'vim' },
      cleanupPeriodDays: 30,
      nothing: null,
    }
    expect(hideSecrets(settings)).toEqual(settings)
  })
})
