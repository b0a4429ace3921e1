import assert from 'node:assert/strict'
import type { Scenario } from '../scenario-runner/scenario.ts'
import { toolResult } from './patterns.ts'

const INTERRUPTED = { type: 'user', message: { content: [{ text: '[Request interrupted by user]' }] } }
const INTERRUPTED_TOOL = {
  type: 'user',
  message: { content: [{ text: '[Request interrupted by user for tool use]' }] },
}

export const interruptScenarios: Scenario[] = [
  {
    name: 'interrupt-text',
    title: 'An interrupt while the answer streams',
    how: 'the model sends five deltas and then holds; the interrupt comes after the first was seen',
    async play(cli) {
      await cli.start()
      cli.say('Talk on.', [{ text: 'One word after another, and then many more. '.repeat(4), holdAfterDeltas: 5 }])
      await cli.next({ type: 'stream_event', event: { delta: { type: 'text_delta' } } })
      await cli.model.holding()
      await cli.request({ subtype: 'interrupt' })
      await cli.result({ subtype: 'error_during_execution', is_error: cli.isNew })
      cli.saw(INTERRUPTED)
      await cli.turn('Are you there?', [{ text: 'Yes.' }])
    },
  },
  {
    name: 'interrupt-tool',
    title: 'An interrupt while a command runs',
    how: 'Bash that would run for a minute, interrupted once it has begun',
    async play(cli) {
      await cli.start()
      const command = 'touch begun; sleep 60'
      cli.say('Run long.', [
        { tools: [{ name: 'Bash', input: { command, timeout: 120_000 } }] },
        { text: 'Never said.' },
      ])
      cli.allow(await cli.asked('Bash'))
      await cli.until(() => cli.project.has('begun'), 'The command begins')
      await cli.request({ subtype: 'interrupt' })
      await cli.result({ subtype: 'error_during_execution' })
      cli.saw(toolResult({}))
      cli.saw(INTERRUPTED_TOOL)
    },
  },
  {
    name: 'interrupt-prompt',
    title: 'An interrupt while a permission prompt is open',
    how: 'the prompt is not answered; the CLI withdraws it',
    async play(cli) {
      await cli.start()
      cli.say('Make a file.', [
        { tools: [{ name: 'Bash', input: { command: 'touch made' } }] },
        { text: 'Never said.' },
      ])
      const prompt = await cli.asked('Bash')
      await cli.request({ subtype: 'interrupt' })
      await cli.next({ type: 'control_cancel_request', request_id: prompt.request_id })
      await cli.result({ subtype: 'error_during_execution' })
      cli.saw(toolResult({ is_error: true }))
      cli.saw(INTERRUPTED_TOOL)
      assert.ok(!cli.project.has('made'))
    },
  },
  {
    name: 'interrupt-idle',
    title: 'An interrupt when nothing runs',
    how: 'after a turn; there is a response and no result',
    async play(cli) {
      await cli.start()
      await cli.turn('Say hello.', [{ text: 'Hello.' }])
      await cli.request({ subtype: 'interrupt' })
      await cli.stop()
      assert.equal(cli.all({ type: 'result' }).length, 1)
    },
  },
  {
    name: 'queued-message',
    title: 'A prompt sent while a turn runs',
    how: 'the first answer is held until the second prompt was sent; it runs as the next turn',
    async play(cli) {
      await cli.start()
      cli.say('The first prompt.', [{ text: 'The first answer.', holdAfterDeltas: 0 }])
      await cli.model.holding()
      const second = cli.say('The second prompt.', [{ text: 'The second answer.' }])
      if (cli.isNew) await cli.next({ type: 'command_lifecycle', command_uuid: second, state: 'queued' })
      cli.model.release()
      await cli.result({ result: 'The first answer.' })
      await cli.result({ result: 'The second answer.' })
      if (cli.isNew) await cli.next({ type: 'command_lifecycle', command_uuid: second, state: 'completed' })
      await cli.stop()
      cli.kept({ type: 'queue-operation', operation: cli.isNew ? 'enqueue' : 'dequeue' })
      assert.equal(cli.model.requests.length, 2)
    },
  },
]
