import assert from 'node:assert/strict'
import type { ApiMessage, Step } from '../model/reply.ts'
import type { Scenario } from '../scenario-runner/scenario.ts'
import type { ScenarioCli } from '../scenario-runner/scenario-cli.ts'
import { has, toolResult } from './patterns.ts'

const PLAN = '# The plan\n\n1. Read the file.\n2. Change it.\n'

/** Both versions name a plan file in a reminder, and let the model write there without asking. */
function toPlanSteps(cli: ScenarioCli, after: Step[]): Step[] {
  const write = (messages: ApiMessage[]) => ({
    tools: [{ name: 'Write', input: { file_path: findPlanPath(cli, messages), content: PLAN } }],
  })
  return [write, { tools: [{ name: 'ExitPlanMode', input: {} }] }, ...after]
}

function findPlanPath(cli: ScenarioCli, messages: ApiMessage[]): string {
  const path = JSON.stringify(messages).match(/\/[^\s"`\\]*\/plans\/[^\s"`\\]*\.md/)?.[0]
  assert.ok(path, 'The CLI names a plan file')
  assert.ok(path.startsWith(cli.home.root), 'It is in the data directory')
  return path
}

export const planScenarios: Scenario[] = [
  {
    name: 'plan-approved',
    title: 'A plan is made, approved and carried out',
    how: 'plan mode, a plan file, ExitPlanMode allowed with setMode acceptEdits, then a Write that is not asked',
    async play(cli) {
      await cli.start({ argv: ['--permission-mode=plan'] })
      const write = { name: 'Write', input: { file_path: cli.project.path('made.txt'), content: 'made\n' } }
      cli.say('Make a plan.', toPlanSteps(cli, [{ tools: [write] }, { text: 'Carried out.' }]))
      const prompt = await cli.asked('ExitPlanMode', { input: { plan: PLAN } })
      cli.allow(prompt, { updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }] })
      await cli.result()
      cli.saw({ type: 'system', subtype: 'init', permissionMode: 'plan' })
      cli.saw(toolResult({}, { tool_use_result: { plan: PLAN } }))
      assert.equal(cli.project.read('made.txt'), 'made\n')
      assert.equal(cli.all({ type: 'control_request' }).length, 1)
      await cli.stop()
      assert.equal(cli.home.list('.claude/plans/*.md').length, 1)
    },
  },
  {
    name: 'plan-refused',
    title: 'A plan is sent back with a remark',
    how: 'ExitPlanMode denied with a message; the mode stays',
    async play(cli) {
      await cli.start({ argv: ['--permission-mode=plan'] })
      cli.say('Make a plan.', toPlanSteps(cli, [{ text: 'I will think again.' }]))
      cli.deny(await cli.asked('ExitPlanMode'), 'Add a test first.')
      await cli.result()
      cli.saw(toolResult({ is_error: true, content: has('Add a test first.') }))
    },
  },
  {
    name: 'enter-plan-mode',
    title: 'Claude goes into plan mode by itself',
    how: 'EnterPlanMode, which asks nobody; the new mode is told by a status',
    async play(cli) {
      await cli.start()
      await cli.turn('Plan this.', [{ tools: [{ name: 'EnterPlanMode', input: {} }] }, { text: 'I am planning.' }])
      cli.saw({ type: 'system', subtype: 'status', permissionMode: 'plan' })
    },
  },
]
