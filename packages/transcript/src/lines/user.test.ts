import { describe, expect, it } from 'vitest'
import { toHtml } from '../export/html.ts'
import { toMarkdown } from '../export/markdown.ts'
import { answer, assistant, message, play, type Raw, result, system, text, user } from '../lines-for-test.ts'
import { printRows } from '../recorded/print-rows.ts'
import { rows } from '../rows/rows.ts'
import type { SessionState } from '../state/session-state.ts'
import { fold } from './fold.ts'

const shown = (state: SessionState) => printRows(rows(state))
const all = (state: SessionState) => printRows(rows(state, { everything: true }))
const onDisk = (raw: Raw): Raw => ({ ...raw, parentUuid: null })

describe('user lines that are hidden, unless "everything" is asked for', () => {
  it.each([
    ['lines for Claude alone', { isMeta: true }],
    ['lines that the CLI made up', { isSynthetic: true }],
    ['lines for the transcript only', { isVisibleInTranscriptOnly: true }],
  ])('%s', (_, more) => {
    const state = play([onDisk(user('words', more))])
    expect(shown(state)).toBe('')
    expect(all(state)).toContain('words')
  })

  it('are lines made of nothing but tags; a command is shown as it was typed', () => {
    expect(shown(play([onDisk(user('<local-command-caveat>x</local-command-caveat>'))]))).toBe('')
    expect(all(play([onDisk(user('<local-command-caveat>x</local-command-caveat>'))]))).toContain('nothing but tags')
    const command =
      '<command-name>/review</command-name>\n<command-message>review</command-message>\n<command-args>now</command-args>'
    expect(shown(play([onDisk(user(command))]))).toBe('You: /review now\n')
  })

  it('are lines of a sidechain at the top, and the prompts of subagents', () => {
    expect(
      shown(
        play([
          { ...user('sub'), isSidechain: true, agentId: 'x', parentUuid: null },
          user('s', { parent_tool_use_id: 't' }),
        ]),
      ),
    ).toBe('')
  })

  it('do not include the summary of a compaction, which has a row of its own', () => {
    const state = play([
      system('compact_boundary', { compact_metadata: { pre_tokens: 9 } }),
      onDisk(user('This was said.', { isCompactSummary: true })),
    ])
    expect(rows(state)).toMatchObject([
      { kind: 'separator', what: 'compaction' },
      { kind: 'summary', text: 'This was said.' },
    ])
  })
})

describe('a prompt', () => {
  it('counts once, though the CLI echoes it', () => {
    expect(play([user('Hi'), user('Hi', { isReplay: true })]).main.entries.size).toBe(1)
  })

  it('has what was attached and pasted', () => {
    const content = [text('See [Pasted text #1 +9 lines]'), { type: 'image', source: { type: 'base64' } }]
    const state = play([{ ...user('x'), message: { role: 'user', content } }])
    expect(rows(state)).toMatchObject([{ entry: { attachments: ['image'], pastes: ['[Pasted text #1 +9 lines]'] } }])
  })

  it('waits while a turn runs, and begins its turn when the CLI says so', () => {
    const busy = play([user('One'), user('Two'), user('Three')])
    expect(busy.sent.map((item) => item.content)).toEqual(['Two', 'Three'])
    expect(shown(busy)).toBe('You: One\n')
    const next = play(
      [result(), { type: 'command_lifecycle', uuid: 'l', command_uuid: 'u-Two', state: 'started' }],
      busy,
    )
    expect(shown(next)).toBe('You: One\nYou: Two\n')
    expect(
      play([{ type: 'command_lifecycle', uuid: 'd', command_uuid: 'u-Three', state: 'discarded' }], next).sent,
    ).toEqual([])
    const old = play([result(), system('init', { cwd: '/', tools: [], model: 'm' })], busy)
    expect(shown(old)).toBe('You: One\nYou: Two\n')
  })

  it('has the reason when a hook rejected it, live and from disk', () => {
    const words = 'UserPromptSubmit operation blocked by hook:\nNot this.\n\nOriginal prompt: Say it.'
    const rejected = 'You: Say it. — rejected: Not this.\n'
    expect(shown(play([user('Say it.'), system('informational', { content: words })]))).toBe(rejected)
    expect(shown(play([onDisk(system('informational', { content: words }))]))).toBe(rejected)
    const hook = {
      type: 'control_request',
      request_id: 'h',
      request: { subtype: 'hook_callback', callback_id: 'c', input: { hook_event_name: 'UserPromptSubmit' } },
    }
    const blocked = play([user('Say it.'), hook, answer('h', { decision: 'block', reason: 'Not this.' })])
    expect(shown(blocked)).toBe(`${rejected}Hook UserPromptSubmit, done: Not this.\n`)
  })

  it('becomes the title of the session', () => {
    const state = play([user('First'), result(), user('Last')])
    expect(state.titles).toEqual({ firstPrompt: 'First', lastPrompt: 'Last' })
    expect(play([{ type: 'ai-title', aiTitle: 'A title' }], state).titles.aiTitle).toBe('A title')
  })

  it('has the name of its sender', () => {
    expect(rows(fold(play([]), message(user('Hi'), { by: 'phone', from: 'host' })))).toMatchObject([
      { entry: { by: 'phone' } },
    ])
  })
})

describe('a command inside the CLI', () => {
  it('shows its output in the form of every CLI version, stdout and stderr', () => {
    const tagged = '<local-command-stdout>out</local-command-stdout><local-command-stderr>err</local-command-stderr>'
    const both = 'stdout: out\nstderr: err\n'
    expect(shown(play([user(tagged, { isReplay: true })]))).toBe(both)
    expect(shown(play([onDisk(system('local_command', { content: tagged }))]))).toBe(both)
    expect(shown(play([assistant('m', [text('out')], { local_command_source: tagged })]))).toBe(both)
    expect(shown(play([system('local_command_output', { content: 'plain' })]))).toBe('stdout: plain\n')
  })

  it('of the shell is shown as it was typed, and its output without escapes', () => {
    const typed = onDisk(user('<bash-input>cat a.html; git status</bash-input>'))
    const output = '<bash-stdout>&lt;p&gt;a &amp;amp; b</bash-stdout><bash-stderr>no git</bash-stderr>'
    const wrote = user(output, { parentUuid: typed.uuid })
    const state = play([typed, wrote])
    expect(shown(state)).toBe('You: ! cat a.html; git status\nstdout: <p>a &amp; b\nstderr: no git\n')
    expect(rows(state)[0]).toMatchObject({ entry: { isCommand: true } })
    expect(toMarkdown(state)).toContain('> ! cat a.html; git status')
    expect(toHtml(state)).not.toContain('bash-input')
  })

  it('may have its output in the result alone', () => {
    expect(shown(play([user('/clear'), result({ result: 'Unknown skill: clear' })]))).toBe(
      'You: /clear\nstdout: Unknown skill: clear\n',
    )
    expect(shown(play([user('Hi'), assistant('m', [text('Yes.')]), result({ result: 'Yes.' })]))).toBe(
      'You: Hi\nClaude: Yes.\n',
    )
  })
})

describe('notices and hooks of the CLI', () => {
  it('show a microcompaction, and the output of a running hook', () => {
    const left = system('microcompact_boundary', { microcompactMetadata: { tokensSaved: 900 } })
    expect(shown(play([user('Hi'), left]))).toBe('You: Hi\n─── Old output of tools left the context: 900 tokens.\n')
    const hook = { hook_id: 'h', hook_name: 'Stop' }
    const running = play([system('hook_started', hook), system('hook_progress', { ...hook, output: 'half' })])
    expect(all(running)).toBe('Hook Stop, running: half\n')
    expect(running.runningHooks).toHaveLength(1)
    expect(play([system('hook_response', { ...hook, outcome: 'error' })], running).runningHooks).toEqual([])
  })

  it('do not lose the pasted texts of a prompt', () => {
    const [row] = rows(play([user('See [Pasted text #1 +3 lines]', { inline_pastes: ['abc123'] })]))
    expect(row).toMatchObject({ entry: { pastes: ['[Pasted text #1 +3 lines]', 'abc123'] } })
  })

  it('show no error where a hook kept the turn going, and show a real one', () => {
    const feedback = user('Stop hook feedback:\nSay goodbye.', { isSynthetic: true })
    const error = system('notification', { key: 'stop-hook-error', text: 'Stop hook error occurred · ctrl+o to see' })
    expect(shown(play([user('Hi'), feedback, error]))).toBe(
      'You: Hi\n(info) A hook kept the turn going: Say goodbye.\n',
    )
    expect(shown(play([user('Hi'), error]))).toBe('You: Hi\n(info) Stop hook error occurred\n')
  })

  it('include a hook that kept the turn going, retries in one line, limits and notifications', () => {
    const state = play([
      user('Hi'),
      user('Stop hook feedback:\nSay goodbye.', { isSynthetic: true }),
      system('api_retry', { attempt: 1, max_retries: 10, error_status: 529 }),
      system('api_retry', { attempt: 2, max_retries: 10, error_status: 529 }),
      system('notification', { text: 'Look · ctrl+o to see' }),
      {
        type: 'rate_limit_event',
        uuid: 'l',
        rate_limit_info: { status: 'rejected', rateLimitType: 'five_hour', utilization: 1 },
      },
      { type: 'prompt_suggestion', uuid: 's', suggestion: 'Run the tests' },
    ])
    expect(shown(state)).toBe(
      'You: Hi\n(info) A hook kept the turn going: Say goodbye.\n(warning) The API failed (529); attempt 2 of 10 follows.\n(info) Look\n(error) The five-hour limit of the plan is reached.\n',
    )
    expect(state.rateLimits.five_hour).toMatchObject({ utilization: 1 })
    expect(state.suggestion).toBe('Run the tests')
  })

  it('pair the start of a hook with its end: running, then done or failed with the output', () => {
    const hook = { hook_id: 'h', hook_name: 'Stop' }
    const running = play([user('Hi'), system('hook_started', hook)])
    expect(running.runningHooks).toMatchObject([{ name: 'Stop' }])
    const failed = play([system('hook_response', { ...hook, outcome: 'error', output: 'no' })], running)
    expect(failed.runningHooks).toEqual([])
    expect(all(failed)).toContain('Hook Stop, failed: no')
    expect(shown(failed)).toBe('You: Hi\nHook Stop, failed: no\n')
  })

  it('leave out a hook of a call unless it failed: it would separate calls of one group', () => {
    const hook = { hook_id: 'h', hook_name: 'PreToolUse:Bash' }
    const running = play([user('Hi'), system('hook_started', hook)])
    expect(shown(running)).toBe('You: Hi\n')
    expect(all(running)).toContain('Hook PreToolUse:Bash, running')
    const end = (outcome: string) => play([system('hook_response', { ...hook, outcome, output: 'x' })], running)
    expect(shown(end('success'))).toBe('You: Hi\n')
    expect(shown(end('error'))).toBe('You: Hi\nHook PreToolUse:Bash, failed: x\n')
  })
})
