import assert from 'node:assert/strict'
import type { Scenario } from '../scenario-runner/scenario.ts'
import { has, toolResult } from './patterns.ts'

/** A script, because the older CLI wants more than a rule for commands that it knows to change files. */
const MAKE = 'touch "$1"\n'
const RULES = [{ toolName: 'Bash', ruleContent: 'sh make.sh:*' }]
const toMake = (name: string) => ({
  tools: [{ name: 'Bash', input: { command: `sh make.sh ${name}`, description: 'Make a file' } }],
})
const toTouch = (name: string) => ({
  tools: [{ name: 'Bash', input: { command: `touch ${name}`, description: 'Make a file' } }],
})

export const permissionScenarios: Scenario[] = [
  {
    name: 'allow',
    title: 'A tool is allowed once',
    how: 'can_use_tool, answered with the input as it was',
    async play(cli) {
      await cli.start()
      cli.say('Make a file.', [toTouch('made'), { text: 'Made.' }])
      const prompt = await cli.asked('Bash')
      assert.ok(!cli.project.has('made'), 'Nothing runs before the answer')
      cli.allow(prompt)
      await cli.result()
      assert.ok(cli.project.has('made'))
    },
  },
  {
    name: 'allow-edited',
    title: 'A tool is allowed with another input',
    how: 'updatedInput names another file',
    async play(cli) {
      await cli.start()
      cli.say('Make a file.', [toTouch('made'), { text: 'Made.' }])
      cli.allow(await cli.asked('Bash'), {
        updatedInput: { command: 'touch edited', description: 'Make another file' },
      })
      await cli.result()
      assert.ok(cli.project.has('edited') && !cli.project.has('made'))
    },
  },
  {
    name: 'deny-with-reason',
    title: 'A tool is refused, and Claude reads why',
    how: 'deny with a message; the turn goes on',
    async play(cli) {
      await cli.start()
      cli.say('Make a file.', [toTouch('made'), { text: 'Then not.' }])
      cli.deny(await cli.asked('Bash'), 'Use the notes folder instead.')
      await cli.result({ subtype: 'success', permission_denials: [{ tool_name: 'Bash' }] })
      cli.saw(toolResult({ is_error: true, content: has('Use the notes folder instead.') }))
      assert.match(JSON.stringify(cli.model.toolResults()), /Use the notes folder instead\./)
      assert.ok(!cli.project.has('made'))
    },
  },
  {
    name: 'deny-and-stop',
    title: 'A tool is refused and the turn ends',
    how: 'deny with interrupt: true',
    async play(cli) {
      await cli.start()
      cli.say('Make a file.', [toTouch('made'), { text: 'Never said.' }])
      cli.deny(await cli.asked('Bash'), 'Stop here.', { interrupt: true })
      await cli.result({ subtype: 'error_during_execution' })
      cli.saw({ type: 'user', message: { content: [{ text: '[Request interrupted by user for tool use]' }] } })
      cli.saw(toolResult({ is_error: true }))
      cli.never({ type: 'assistant', message: { content: [{ text: 'Never said.' }] } })
      await cli.turn('Are you there?', [{ text: 'Yes.' }])
    },
  },
  {
    name: 'always-allow-session',
    title: 'A tool is allowed for the rest of the session',
    how: 'updatedPermissions adds a rule to the session; the second call is not asked',
    async play(cli) {
      cli.project.write('make.sh', MAKE)
      await cli.start()
      cli.say('Make two files.', [toMake('first'), toMake('second'), { text: 'Made.' }])
      cli.allow(await cli.asked('Bash'), {
        updatedPermissions: [{ type: 'addRules', rules: RULES, behavior: 'allow', destination: 'session' }],
      })
      await cli.result()
      assert.ok(cli.project.has('first') && cli.project.has('second'))
      assert.equal(cli.all({ type: 'control_request' }).length, 1, 'The second was not asked')
      assert.ok(!cli.project.has('.claude/settings.local.json') && !cli.project.has('.claude/settings.json'))
    },
  },
  {
    name: 'always-allow-project',
    title: 'A tool is allowed for good, in the settings of the project',
    how: 'updatedPermissions adds a rule to projectSettings; the file is written and a new session, in a trusted folder, is not asked',
    async play(cli) {
      cli.project.write('make.sh', MAKE)
      cli.trust()
      await cli.start()
      cli.say('Make a file.', [toMake('first'), { text: 'Made.' }])
      cli.allow(await cli.asked('Bash'), {
        updatedPermissions: [{ type: 'addRules', rules: RULES, behavior: 'allow', destination: 'projectSettings' }],
      })
      await cli.result()
      await cli.stop()
      assert.match(cli.project.read('.claude/settings.json'), /Bash\(sh make\.sh:\*\)/)
      await cli.start()
      await cli.turn('Make the second.', [toMake('second'), { text: 'Made.' }])
      assert.equal(cli.all({ type: 'control_request' }).length, 1, 'The new session was not asked')
    },
  },
  {
    name: 'suggestion-chosen',
    title: 'A tool is allowed by one of the suggestions of the CLI',
    how: 'updatedPermissions holds the first of permission_suggestions as it came',
    async play(cli) {
      const toWrite = (name: string) => ({
        tools: [{ name: 'Write', input: { file_path: cli.project.path(name), content: 'x\n' } }],
      })
      await cli.start()
      cli.say('Write two files.', [toWrite('first.txt'), toWrite('second.txt'), { text: 'Written.' }])
      const prompt = await cli.asked('Write')
      const suggestion = prompt.request.permission_suggestions?.[0]
      assert.equal(suggestion?.type, 'setMode', 'The CLI suggests to accept edits')
      cli.allow(prompt, { updatedPermissions: [suggestion] })
      await cli.result()
      assert.equal(cli.all({ type: 'control_request' }).length, 1, 'The second was not asked')
      assert.ok(cli.project.has('second.txt'))
    },
  },
]
