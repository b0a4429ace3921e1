import { describe, expect, it } from 'vitest'
import { toChildEnv } from './child-env.ts'

const ALWAYS = { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' }

describe('toChildEnv', () => {
  it('hands on the environment, without anything of ours', () => {
    const env = toChildEnv({
      ANTHROPIC_BASE_URL: 'u',
      QUARTERDECK_TOKEN: 'secret',
      QUARTERDECK_DATA: '/d',
      QUARTERDECK_SESSION: 'of another',
      PATH: '/bin',
      GONE: undefined,
    })
    expect(env).toEqual({ ANTHROPIC_BASE_URL: 'u', PATH: '/bin', ...ALWAYS })
  })

  it('lets through what configures the fake CLI', () => {
    expect(toChildEnv({ QUARTERDECK_PLAYER_SPEED: '0' })).toEqual({ QUARTERDECK_PLAYER_SPEED: '0', ...ALWAYS })
  })

  it('drops what npm, a surrounding session and our own Node were told', () => {
    const env = {
      npm_config_local_prefix: '/ours',
      npm_lifecycle_event: 'start',
      npm_package_json: '/ours/package.json',
      INIT_CWD: '/ours',
      NODE_OPTIONS: '--inspect',
      CLAUDECODE: '1',
      CLAUDE_CODE_ENTRYPOINT: 'cli',
    }
    expect(toChildEnv(env)).toEqual(ALWAYS)
  })

  it('keeps what a person has set for npm and for the CLI', () => {
    const env = { npm_config_registry: 'https://npm.example', CLAUDE_CONFIG_DIR: '/c', ANTHROPIC_API_KEY: 'k' }
    expect(toChildEnv(env)).toEqual({ ...env, ...ALWAYS })
  })

  it('lets the options win, and take away', () => {
    const env = toChildEnv(
      { A: '1', B: '1', NODE_OPTIONS: 'x' },
      { A: '2', B: undefined, NODE_OPTIONS: '--trace-warnings' },
    )
    expect(env).toEqual({ A: '2', NODE_OPTIONS: '--trace-warnings', ...ALWAYS })
  })
})
