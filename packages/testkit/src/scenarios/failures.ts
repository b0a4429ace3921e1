import assert from 'node:assert/strict'
import type { Scenario } from '../scenario-runner/scenario.ts'
import { assistantText, toolResult } from './patterns.ts'

const toTouch = (name: string) => ({ tools: [{ name: 'Bash', input: { command: `echo ${name}` } }] })

export const failureScenarios: Scenario[] = [
  {
    name: 'api-error',
    title: 'The API refuses the request',
    how: 'HTTP 400 for every request of the turn; the next turn works',
    async play(cli) {
      await cli.start()
      await cli.turn('Fail.', [{ errorStatus: 400 }], { subtype: 'success', is_error: true, result: /^API Error/ })
      cli.saw({ type: 'assistant', message: { model: '<synthetic>', content: [{ type: 'text', text: /400/ }] } })
      await cli.turn('And now?', [{ text: 'Now it works.' }])
    },
  },
  {
    name: 'api-unauthorised',
    title: 'The API does not know the key',
    how: 'HTTP 401, with the retries switched off by CLAUDE_CODE_MAX_RETRIES',
    async play(cli) {
      await cli.start({ env: { CLAUDE_CODE_MAX_RETRIES: '0' } })
      await cli.turn('Fail.', [{ errorStatus: 401 }], { subtype: 'success', is_error: true })
      cli.saw({ type: 'assistant', error: 'authentication_failed' })
    },
  },
  {
    name: 'api-retry',
    title: 'The API is overloaded twice, limits once, and then answers',
    how: 'HTTP 529, 500 and 429 with retry-after 1, then a text',
    async play(cli) {
      await cli.start()
      const failures = [{ status: 529 }, { status: 500 }, { status: 429, retryAfterSeconds: 1 }]
      await cli.turn('Be patient.', [{ text: 'At last.', failures }], { subtype: 'success', result: 'At last.' })
      assert.equal(cli.model.requests.length, 4)
      if (cli.isNew) {
        const statuses = cli.all({ subtype: 'api_retry' }).map(({ error_status }) => error_status)
        assert.deepEqual(statuses, [529, 500, 429])
      }
    },
  },
  {
    name: 'cut-connection',
    title: 'The connection breaks in the middle of the answer',
    how: 'the stream is cut after three deltas; the CLI asks again',
    async play(cli) {
      await cli.start()
      const text = 'This sentence takes a few deltas, and some of them are lost at first.'
      await cli.turn('Talk on.', [{ text, failures: [{ cutAfterDeltas: 3 }] }], { subtype: 'success', result: text })
      cli.saw(assistantText(text))
      assert.equal(cli.model.requests.length, 2)
    },
  },
  {
    name: 'max-tokens',
    title: 'The answer is longer than the limit',
    how: 'stop_reason max_tokens; the CLI asks to go on',
    async play(cli) {
      await cli.start()
      await cli.turn(
        'Talk very long.',
        [{ text: 'The first part', stopReason: 'max_tokens' }, { text: 'and the rest.' }, { text: 'Over.' }],
        {
          type: 'result',
        },
      )
      cli.saw(assistantText('The first part'))
    },
  },
  {
    name: 'max-turns',
    title: 'The turn reaches its limit of steps',
    how: '--max-turns=1 and a tool in the first answer',
    async play(cli) {
      await cli.start({ argv: ['--max-turns=1'] })
      await cli.turn('Do much.', [toTouch('one'), { text: 'Never said.' }], { subtype: 'error_max_turns' })
      cli.saw(toolResult({}))
      cli.never(assistantText('Never said.'))
    },
  },
  {
    name: 'max-budget',
    title: 'The turn reaches its limit of cost',
    how: '--max-budget-usd and an answer with a million tokens',
    async play(cli) {
      await cli.start({ argv: ['--max-budget-usd=0.5'] })
      const usage = { input: 1_000_000, output: 100_000 }
      await cli.turn('Do much.', [{ ...toTouch('one'), usage }, { text: 'Never said.' }], {
        subtype: 'error_max_budget_usd',
      })
      cli.never(assistantText('Never said.'))
    },
  },
  {
    name: 'malformed-stdin',
    title: 'A line that is not JSON',
    how: 'a broken line on stdin after a good turn',
    async play(cli) {
      await cli.start()
      await cli.turn('Say hello.', [{ text: 'Hello.' }])
      cli.write('{"type":"user", broken\n')
      await cli.exited({ code: 1, stderr: /Error parsing streaming input line/ })
    },
  },
  {
    name: 'stdin-closed',
    title: 'The host goes away while a permission prompt is open',
    how: 'stdin is closed before the prompt is answered: the tool fails and the turn goes on',
    async play(cli) {
      await cli.start()
      cli.say('Make a file.', [{ tools: [{ name: 'Bash', input: { command: 'touch made' } }] }, { text: 'Then not.' }])
      await cli.asked('Bash')
      await cli.stop({ code: 0 })
      cli.saw(toolResult({ is_error: true, content: /Tool permission stream closed before response received/ }))
      cli.saw({ type: 'result', subtype: 'success', result: 'Then not.' })
      assert.ok(!cli.project.has('made'))
    },
  },
]
