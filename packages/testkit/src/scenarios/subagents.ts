import assert from 'node:assert/strict'
import type { Step } from '../model/reply.ts'
import type { Scenario } from '../scenario-runner/scenario.ts'
import type { ScenarioCli } from '../scenario-runner/scenario-cli.ts'
import { has, toolResult } from './patterns.ts'

function toAgent(description: string, prompt: string) {
  return { name: 'Task', input: { description, prompt, subagent_type: 'general-purpose' } }
}

/** In the older CLI the agents run inside the turn; in the newer one they run on, and each that ends may start a turn. */
async function untilAllEnded(cli: ScenarioCli, count: number): Promise<void> {
  await cli.result()
  if (!cli.isNew) return
  for (let ended = 0; ended < count; ended++)
    await cli.next({ type: 'system', subtype: 'task_notification', status: 'completed' })
  await cli.next({ type: 'system', subtype: 'session_state_changed', state: 'idle' })
  assert.ok(cli.all({ type: 'system', subtype: 'task_started' }).length >= count)
}

function expectAgentFiles(cli: ScenarioCli, count: number): void {
  const files = cli.home.list(`.claude/projects/*/${cli.sessionId}/subagents/agent-*.jsonl`)
  assert.equal(files.length, count, `Each agent has a transcript: ${files}`)
  if (cli.isNew) assert.equal(cli.home.list('.claude/projects/*/*/subagents/*.meta.json').length, count)
}

export const subagentScenarios: Scenario[] = [
  {
    name: 'subagent',
    title: 'A subagent reads a file and reports',
    how: 'Task with a prompt that has a script of its own: Read, then a text',
    async play(cli) {
      await cli.start()
      cli.model.script('Look at the file.', [
        { text: 'Reading.', tools: [{ name: 'Read', input: { file_path: cli.project.path('a.txt') } }] },
        { text: 'It has two lines.' },
      ])
      cli.say('Send someone.', [{ tools: [toAgent('Look', 'Look at the file.')] }, { text: 'The subagent looked.' }])
      await untilAllEnded(cli, 1)
      const [use] = cli.all({
        type: 'assistant',
        message: { content: [{ type: 'tool_use', input: { description: 'Look' } }] },
      })
      const id = (use as { message: { content: { id: string }[] } } | undefined)?.message.content[0]?.id
      cli.saw({ type: 'assistant', parent_tool_use_id: id, message: { content: [{ type: 'tool_use', name: 'Read' }] } })
      cli.saw({ ...toolResult({ content: has('one') }), parent_tool_use_id: id })
      await cli.stop()
      expectAgentFiles(cli, 1)
    },
  },
  {
    name: 'subagents-parallel',
    title: 'Two subagents at once, one of which asks for leave',
    how: 'two Task calls in one message; one runs a command that must be allowed',
    async play(cli) {
      await cli.start()
      cli.model.script('Take the left side.', [{ text: 'Left is done.' }])
      cli.model.script('Take the right side.', [
        { tools: [{ name: 'Bash', input: { command: 'touch right', description: 'Make a file' } }] },
        { text: 'Right is done.' },
      ])
      const both = [toAgent('Left', 'Take the left side.'), toAgent('Right', 'Take the right side.')]
      cli.say('Send two.', [{ tools: both }, { text: 'Both were sent.' }])
      cli.allow(await cli.asked('Bash'))
      await untilAllEnded(cli, 2)
      assert.ok(cli.project.has('right'))
      await cli.stop()
      expectAgentFiles(cli, 2)
    },
  },
  {
    name: 'subagent-nested',
    title: 'A subagent that sends a subagent',
    how: 'Task inside Task; the older CLI does not give a subagent that tool',
    since: { from: '2.1.325', why: 'subagents of 2.1.38 have no tool to start one' },
    async play(cli) {
      await cli.start()
      cli.model.script('Go down one level.', toNested())
      cli.model.script('Go down two levels.', [{ text: 'At the bottom.' }])
      cli.say('Send someone deep.', [{ tools: [toAgent('One', 'Go down one level.')] }, { text: 'Someone went.' }])
      await untilAllEnded(cli, 2)
      cli.saw({ type: 'system', subtype: 'task_started', spawn_depth: 2 })
      await cli.stop()
      expectAgentFiles(cli, 2)
    },
  },
]

function toNested(): Step[] {
  return [{ tools: [toAgent('Two', 'Go down two levels.')] }, { text: 'One level down.' }]
}
