import assert from 'node:assert/strict'
import type { Scenario } from '../scenario-runner/scenario.ts'
import { has, toolResult } from './patterns.ts'

type Request = Record<string, unknown>
const eventOf = (request: Request) => (request.input as { hook_event_name: string }).hook_event_name
const toTouch = (name: string) => ({
  tools: [{ name: 'Bash', input: { command: `touch ${name}`, description: 'Make a file' } }],
})

export const hookScenarios: Scenario[] = [
  {
    name: 'hooks-of-the-host',
    title: 'The host hears of every tool, prompt and stop, and allows a tool by a hook',
    how: 'initialize.hooks and hook_callback; PreToolUse answers with a permission decision',
    async play(cli) {
      const events: string[] = []
      cli.answer('hook_callback', (request) => {
        const event = eventOf(request)
        events.push(event)
        if (event !== 'PreToolUse') return {}
        const decision = {
          hookEventName: event,
          permissionDecision: 'allow',
          permissionDecisionReason: 'The host allows it',
        }
        return { hookSpecificOutput: decision }
      })
      const one = (id: string) => [{ matcher: null, hookCallbackIds: [id] }]
      await cli.start({
        initialize: {
          hooks: {
            UserPromptSubmit: one('prompt'),
            PreToolUse: [{ matcher: 'Bash', hookCallbackIds: ['before'] }],
            PostToolUse: one('after'),
            Stop: one('stop'),
          },
        },
      })
      await cli.turn('Make a file.', [toTouch('made'), { text: 'Made.' }])
      assert.deepEqual(events, ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'])
      cli.saw({
        type: 'control_request',
        request: { callback_id: 'before', input: { tool_name: 'Bash' }, tool_use_id: /^toolu_/ },
      })
      cli.never({ type: 'control_request', request: { subtype: 'can_use_tool' } })
      assert.ok(cli.project.has('made'))
    },
  },
  {
    name: 'hook-rejects-prompt',
    title: 'A hook refuses a prompt',
    how: 'UserPromptSubmit answered with decision block',
    async play(cli) {
      cli.answer('hook_callback', () => ({ decision: 'block', reason: 'Not this word.' }))
      await cli.start({ initialize: { hooks: { UserPromptSubmit: [{ hookCallbackIds: ['prompt'] }] } } })
      await cli.turn('Say the word.', [{ text: 'Never said.' }], { type: 'result' })
      assert.equal(cli.model.requests.length, 0, 'The model is not asked')
      if (cli.isNew) cli.saw({ type: 'result', result: has('Not this word.') })
    },
  },
  {
    name: 'hook-continues-turn',
    title: 'A hook makes the turn go on',
    how: 'Stop answered once with decision block and a reason, which the model reads',
    async play(cli) {
      let stops = 0
      cli.answer('hook_callback', () => (stops++ === 0 ? { decision: 'block', reason: 'Say goodbye first.' } : {}))
      await cli.start({ initialize: { hooks: { Stop: [{ hookCallbackIds: ['stop'] }] } } })
      await cli.turn('Say hello.', [{ text: 'Hello.' }, { text: 'Goodbye.' }], {
        subtype: 'success',
        result: 'Goodbye.',
      })
      assert.equal(stops, 2)
      cli.saw({ type: 'control_request', request: { input: { hook_event_name: 'Stop', stop_hook_active: true } } })
      assert.ok(has('Say goodbye first.')(cli.model.requests.at(-1)?.messages))
    },
  },
  {
    name: 'hook-answers-permission',
    title: 'A hook answers the permission prompt',
    how: 'PermissionRequest answered with allow and another input, while the prompt is left open',
    async play(cli) {
      cli.answer('hook_callback', () => ({
        hookSpecificOutput: {
          hookEventName: 'PermissionRequest',
          decision: { behavior: 'allow', updatedInput: { command: 'touch hooked', description: 'Make a file' } },
        },
      }))
      await cli.start({ initialize: { hooks: { PermissionRequest: [{ hookCallbackIds: ['permission'] }] } } })
      await cli.turn('Make a file.', [toTouch('made'), { text: 'Made.' }])
      cli.saw({
        type: 'control_request',
        request: { input: { hook_event_name: 'PermissionRequest', tool_name: 'Bash' } },
      })
      assert.ok(cli.project.has('hooked') && !cli.project.has('made'))
    },
  },
  {
    name: 'hooks-of-the-user',
    title: 'Hooks in the settings of the user, shown as events',
    how: '--include-hook-events where it is known; a SessionStart, a PreToolUse that refuses and a PostToolUse command',
    async play(cli) {
      const toHook = (command: string, matcher?: string) => [
        { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', command }] },
      ]
      cli.home.write('.claude/settings.json', {
        hooks: {
          SessionStart: toHook('echo the session starts'),
          PreToolUse: toHook('echo not that file >&2; exit 2', 'Write'),
          PostToolUse: toHook('echo after the command', 'Bash'),
        },
      })
      await cli.start({ argv: cli.isNew ? ['--include-hook-events'] : [] })
      const write = { name: 'Write', input: { file_path: cli.project.path('b.txt'), content: 'b\n' } }
      await cli.turn('Use tools.', [
        { tools: [{ name: 'Bash', input: { command: 'echo hello' } }] },
        { tools: [write] },
        { text: 'Used.' },
      ])
      cli.saw(toolResult({ is_error: true, content: has('not that file') }))
      cli.saw({ type: 'system', subtype: 'hook_response', hook_event: 'SessionStart', stdout: /the session starts/ })
      if (cli.isNew) cli.saw({ type: 'system', subtype: 'hook_response', hook_event: 'PreToolUse', exit_code: 2 })
    },
  },
]
