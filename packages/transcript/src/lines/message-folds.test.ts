import { describe, expect, it } from 'vitest'
import { assistant, play, type Raw, result, stream, system, text, tool, user } from '../lines-for-test.ts'
import { rows } from '../rows/rows.ts'
import type { About } from '../state/about.ts'
import { getValue } from '../state/dictionary.ts'
import { findTool } from '../state/lanes.ts'
import type { SessionState } from '../state/session-state.ts'

const busy = play([user('Go'), assistant('m', [text('Well.'), tool('t')])])

const notices = (state: SessionState) =>
  rows(state).flatMap((row) => (row.kind === 'notice' ? [`${row.tone}: ${row.text}`] : []))

describe('a message that becomes a notice, output or separator', () => {
  const failed = [
    { filename: 'a', error: 'full' },
    { filename: 'b', error: 'gone' },
  ]
  const cases: [Raw, ...string[]][] = [
    [
      system('session_writes_lost', { error_code: 'ENOSPC' }),
      'error: The disk was full (ENOSPC): the transcript has holes.',
    ],
    [system('worker_shutting_down', { reason: 'update' }), 'info: The CLI shuts down: update.'],
    [system('model_refusal_fallback', { content: 'Sonnet answers.' }), 'warning: Sonnet answers.'],
    [system('model_refusal_no_fallback', { content: 'Refused.' }), 'warning: Refused.'],
    [system('model_fallback', { content: 'Opus is busy.' }), 'warning: Opus is busy.'],
    [system('model_fallback'), 'warning: Another model answers.'],
    [system('model_consent_fallback'), 'warning: Another model answers.'],
    [
      { type: 'auth_status', uuid: 'a', isAuthenticating: false, error: 'The login has expired.' },
      'error: The login has expired.',
    ],
    [system('informational', { content: 'By the way.', level: 'warning' }), 'warning: By the way.'],
    [system('notification', { text: 'Look here · ctrl+o to see' }), 'info: Look here'],
    [
      system('plugin_install', { status: 'failed', name: 'p', error: '404' }),
      'warning: The plugin p could not be installed: 404.',
    ],
    [
      system('files_persisted', { failed }),
      'warning: a could not be kept: full.',
      'warning: b could not be kept: gone.',
    ],
    [system('memory_recall', { memories: [{ path: 'x.md' }, { path: 'y.md' }] }), 'info: Recalled: x.md, y.md.'],
    [system('mirror_error', { error: 'No mirror.' }), 'warning: No mirror.'],
    [
      system('stop_hook_summary', { preventedContinuation: true, stopReason: 'Enough.' }),
      'info: A hook ended the turn: Enough.',
    ],
    [system('turn_preempted'), 'info: The turn gave way to a newer message.'],
    [system('post_turn_summary', { needs_action: 'Restart it.' }), 'info: Restart it.'],
    [{ type: 'error', error: { message: 'Broken.' } }, 'error: Broken.'],
    [
      { type: 'rate_limit_event', uuid: 'l', rate_limit_info: { status: 'rejected' } },
      'error: The limit of the plan is reached.',
    ],
    [
      {
        type: 'rate_limit_event',
        uuid: 'l',
        rate_limit_info: { status: 'allowed_warning', rateLimitType: 'seven_day_opus', utilization: 0.874 },
      },
      'warning: The weekly limit for Opus is near: 87 % are used.',
    ],
    [
      system('api_error', { retryAttempt: 2, maxRetries: 10, error: { status: 529 } }),
      'warning: The API failed (529); attempt 2 of 10 follows.',
    ],
    [
      system('api_retry', { attempt: 3, max_retries: 10, error_status: 429 }),
      'warning: The API failed (429); attempt 3 of 10 follows.',
    ],
    [result({ subtype: 'error_max_turns', is_error: true }), 'error: The turn reached its limit of steps.'],
    [result({ subtype: 'error_max_budget_usd', is_error: true }), 'error: The turn reached its budget.'],
    [
      result({ subtype: 'error_max_structured_output_retries', is_error: true }),
      'error: The answer did not take the form that was asked for.',
    ],
    [result({ subtype: 'error', is_error: true, errors: ['No session.'] }), 'error: No session.'],
  ]
  it.each(cases)('%o', (raw, ...lines) => {
    expect(notices(play([raw], busy))).toEqual(lines)
  })

  it('adds no row where nothing went wrong', () => {
    const quiet = [
      { type: 'auth_status', uuid: 'a', isAuthenticating: true },
      system('plugin_install', { status: 'installed', name: 'p' }),
      system('stop_hook_summary', { preventedContinuation: false }),
      system('post_turn_summary', {}),
      { type: 'rate_limit_event', uuid: 'l', rate_limit_info: { status: 'allowed', rateLimitType: 'five_hour' } },
    ]
    const state = play(quiet, busy)
    expect(notices(state)).toEqual([])
    expect(state.rateLimits).toMatchObject({ five_hour: { status: 'allowed' } })
  })
})

describe('a message that changes `about`, a title or the suggestion', () => {
  const facts: [Raw, Partial<About>][] = [
    [system('commands_changed', { commands: [{ name: 'x' }] }), { commands: [{ name: 'x' }] }],
    [{ type: 'active_goal', value: { text: 'Ship it.' } }, { goal: { text: 'Ship it.' } }],
    [{ type: 'tag', tag: 'later' }, { tag: 'later' }],
    [{ type: 'agent-color', agentColor: 'red' }, { colour: 'red' }],
    [{ type: 'permission-mode', permissionMode: 'plan' }, { permissionMode: 'plan' }],
    [{ type: 'pr-link', prUrl: 'https://x/1' }, { pullRequest: { url: 'https://x/1' } }],
    [system('code_change_published', { url: 'https://x/2' }), { pullRequest: { url: 'https://x/2' } }],
    [system('vcs_state_changed', { branch: 'main' }), { gitBranch: 'main' }],
    [{ type: 'relocated', relocatedCwd: '/elsewhere' }, { cwd: '/elsewhere' }],
    [system('status', { permissionMode: 'acceptEdits' }), { permissionMode: 'acceptEdits' }],
  ]
  it.each(facts)('%o', (raw, about) => {
    expect(play([raw], busy).about).toMatchObject(about)
  })

  const titles: [Raw, SessionState['titles']][] = [
    [system('session_title_changed', { title: 'A' }), { customTitle: 'A' }],
    [{ type: 'summary', summary: 'B' }, { summary: 'B' }],
    [{ type: 'custom-title', customTitle: 'C' }, { customTitle: 'C' }],
    [{ type: 'ai-title', aiTitle: 'D' }, { aiTitle: 'D' }],
    [{ type: 'agent-name', agentName: 'E' }, { agentName: 'E' }],
    [{ type: 'last-prompt', lastPrompt: 'F' }, { lastPrompt: 'F' }],
  ]
  it.each(titles)('%o', (raw, title) => {
    expect(play([raw], busy).titles).toMatchObject(title)
  })

  it('prompt_suggestion sets the suggestion', () => {
    expect(play([{ type: 'prompt_suggestion', uuid: 's', suggestion: 'And now?' }], busy).suggestion).toBe('And now?')
  })
})

describe('progress of a running call', () => {
  const progress = (data: Raw) => ({ type: 'progress', uuid: JSON.stringify(data), parent_tool_use_id: 't', data })
  const cases: [Raw, Raw][] = [
    [
      progress({ type: 'bash_progress', fullOutput: 'one', elapsedTimeSeconds: 2 }),
      { progress: 'one', elapsedMs: 2000 },
    ],
    [progress({ type: 'query_update', query: 'decks' }), { progress: 'Searches: decks' }],
    [progress({ type: 'search_results_received', resultCount: 3 }), { progress: '3 results' }],
    [progress({ type: 'mcp_progress', status: 'half way' }), { progress: 'half way' }],
    [progress({ type: 'skill_progress' }), { progress: 'The skill is at work.' }],
    [progress({ type: 'waiting_for_task', taskDescription: 'tests' }), { progress: 'Waits for a task: tests' }],
    [
      system('permission_check_status', { tool_use_id: 't', status: 'checking' }),
      { progress: 'The CLI decides whether it may run.' },
    ],
    [{ type: 'tool_progress', uuid: 'p', tool_use_id: 't', elapsed_time_seconds: 5 }, { elapsedMs: 5000 }],
    [
      { type: 'tool_use_summary', uuid: 'p', summary: 'Listed.', preceding_tool_use_ids: ['t'] },
      { summary: 'Listed.' },
    ],
    [
      system('permission_denied', { tool_use_id: 't', message: 'Not here.' }),
      { status: 'denied', reason: 'Not here.' },
    ],
  ]
  it.each(cases)('%o', (raw, call) => {
    expect(findTool(play([raw], busy), 't')).toMatchObject(call)
  })
})

describe('other messages', () => {
  it('hook_progress of a transcript shows that a hook has run', () => {
    const data = { type: 'hook_progress', hookEvent: 'PreToolUse', hookName: 'PreToolUse:Bash' }
    const state = play([{ type: 'progress', uuid: 'h', parentUuid: null, data }], busy)
    expect(rows(state, { everything: true }).at(-1)).toMatchObject({
      kind: 'hook',
      name: 'PreToolUse:Bash',
      status: 'done',
    })
  })

  it('a task notification in the queue ends the task', () => {
    const content = '<task-notification><task-id>b</task-id><status>completed</status></task-notification>'
    const state = play([{ type: 'queue-operation', operation: 'enqueue', content }], busy)
    expect(getValue(state.tasks, 'b')?.status).toBe('completed')
  })

  it('message_stop closes the open message', () => {
    const start = stream({ type: 'message_start', message: { id: 'n' } })
    const block = stream({ type: 'content_block_start', index: 0, content_block: text('Half') })
    expect(play([start, block], busy).main).toMatchObject({ open: 'n', drafts: [{ text: 'Half' }] })
    expect(play([start, block, stream({ type: 'message_stop' })], busy).main).toMatchObject({ open: null, drafts: [] })
  })
})
