import assert from 'node:assert/strict'
import type { Scenario } from '../scenario-runner/scenario.ts'
import { has, toolResult } from './patterns.ts'

const toBash = (input: Record<string, unknown>) => ({ tools: [{ name: 'Bash', input }] })

export const bashToolScenarios: Scenario[] = [
  {
    name: 'bash',
    title: 'A command that works',
    how: 'Bash with output on both streams, allowed',
    async play(cli) {
      await cli.start()
      cli.say('Run it.', [
        toBash({ command: 'echo out > made; cat made; echo err >&2', description: 'Say both' }),
        { text: 'Done.' },
      ])
      cli.allow(await cli.asked('Bash', { input: { command: has('cat made') } }))
      await cli.result()
      cli.saw(toolResult({ is_error: false }, { tool_use_result: { stdout: /out/, interrupted: false } }))
      assert.match(JSON.stringify(cli.model.toolResults()), /out.*err/)
    },
  },
  {
    name: 'bash-failing',
    title: 'A command that fails',
    how: 'Bash with exit code 3',
    async play(cli) {
      await cli.start()
      cli.say('Run what fails.', [toBash({ command: 'touch made; echo no >&2; exit 3' }), { text: 'It failed.' }])
      cli.allow(await cli.asked('Bash'))
      await cli.result()
      cli.saw(toolResult({ is_error: true, content: /^Exit code 3\nno/ }, { tool_use_result: /^Error: Exit code 3/ }))
    },
  },
  {
    name: 'bash-long',
    title: 'A command that takes a while',
    how: 'a loop that prints and waits, until the CLI reports progress: the newer one after 30 s, the older one only in a container',
    async play(cli) {
      await cli.start({ env: cli.isNew ? {} : { CLAUDE_CODE_CONTAINER_ID: 'container' } })
      cli.say('Take your time.', [
        toBash({ command: 'touch made; until [ -e stop ]; do echo tick; sleep 0.2; done', description: 'Tick' }),
        { text: 'It ticked.' },
      ])
      cli.allow(await cli.asked('Bash'))
      await cli.next({ type: 'tool_progress', tool_name: 'Bash' }, 60_000)
      cli.project.write('stop', '')
      await cli.result()
      cli.saw(toolResult({}, { tool_use_result: { stdout: /tick\ntick/ } }))
    },
  },
  {
    name: 'bash-background',
    title: 'A command in the background that ends after the turn',
    how: 'run_in_background; a file lets it end once the turn is over',
    async play(cli) {
      await cli.start()
      cli.say('In the background.', [
        toBash({ command: 'touch made; until [ -e stop ]; do sleep 0.1; done; echo ended', run_in_background: true }),
        { text: 'It runs.' },
        { text: 'It ended.' },
      ])
      cli.allow(await cli.asked('Bash'))
      await cli.result({ result: 'It runs.' })
      cli.saw(toolResult({}, { tool_use_result: { backgroundTaskId: /./ } }))
      cli.project.write('stop', '')
      if (cli.isNew) {
        await cli.next({ type: 'system', subtype: 'task_notification', status: 'completed' })
        await cli.result({ result: 'It ended.' })
        cli.saw({ type: 'system', subtype: 'task_started', task_type: 'local_bash' })
        cli.saw({ type: 'system', subtype: 'background_tasks_changed', tasks: [{ task_type: 'local_bash' }] })
      }
    },
  },
  {
    name: 'web-fetch-refused',
    title: 'A page that cannot be fetched',
    how: 'WebFetch, allowed, on a host name that never resolves',
    async play(cli) {
      cli.home.write('.claude/settings.json', { skipWebFetchPreflight: true })
      await cli.start()
      const input = { url: 'https://example.invalid/', prompt: 'What does it say?' }
      cli.say('Fetch the page.', [{ tools: [{ name: 'WebFetch', input }] }, { text: 'There is no such page.' }])
      cli.allow(await cli.asked('WebFetch', { input: { url: 'https://example.invalid/' } }))
      await cli.result()
      cli.saw(toolResult({ is_error: true }))
    },
  },
]
