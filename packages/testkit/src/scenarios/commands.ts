import assert from 'node:assert/strict'
import type { Scenario } from '../scenario-runner/scenario.ts'
import type { ScenarioCli } from '../scenario-runner/scenario-cli.ts'
import { has } from './patterns.ts'

/** What a local command printed: a user line in the older CLI, an assistant line that no model made in the newer one. */
function expectOutput(cli: ScenarioCli, words: RegExp): void {
  if (cli.isNew)
    cli.saw({ type: 'assistant', message: { model: '<synthetic>', content: [{ type: 'text', text: words }] } })
  else
    cli.saw({ type: 'user', isReplay: true, message: { content: (content: unknown) => words.test(String(content)) } })
}

export const commandScenarios: Scenario[] = [
  {
    name: 'command-cost',
    title: '/cost after a turn',
    how: 'a turn with a known usage, then the command',
    async play(cli) {
      await cli.start()
      await cli.turn('Say hello.', [{ text: 'Hello.', usage: { input: 10_000, output: 500 } }])
      await cli.turn('/cost')
      expectOutput(cli, /cost/i)
      assert.equal(cli.model.requests.length, 1, 'The model is not asked')
    },
  },
  {
    name: 'command-context',
    title: '/context after a turn',
    how: 'the command, which counts tokens',
    async play(cli) {
      await cli.start()
      await cli.turn('Say hello.', [{ text: 'Hello.' }])
      await cli.turn('/context')
      expectOutput(cli, /Context Usage/)
    },
  },
  {
    name: 'command-compact',
    title: '/compact, and a turn after it',
    how: 'two turns, the command with instructions, and a turn that shows that the session goes on',
    async play(cli) {
      await cli.start()
      await cli.turn('The first prompt.', [{ text: 'The first answer.' }])
      await cli.turn('The second prompt.', [{ text: 'The second answer.' }])
      await cli.turn('/compact keep the answers')
      cli.saw({ type: 'system', subtype: 'status', status: 'compacting' })
      cli.saw({ type: 'system', subtype: 'compact_boundary', compact_metadata: { trigger: 'manual' } })
      cli.saw({ type: 'user', message: { content: has('What was said so far, in short.') } })
      assert.equal(cli.model.ownRequests.filter(({ purpose }) => purpose === 'summary').length, 1)
      await cli.turn('The third prompt.', [{ text: 'The third answer.' }])
      assert.match(JSON.stringify(cli.model.requests.at(-1)), /What was said so far, in short\./)
      await cli.stop()
      cli.kept({ type: 'system', subtype: 'compact_boundary' })
    },
  },
  {
    name: 'command-clear',
    title: '/clear, and a turn after it',
    how: 'a turn, the command, a turn; the newer CLI goes on under a new session id',
    async play(cli) {
      await cli.start()
      await cli.turn('The first prompt.', [{ text: 'The first answer.' }])
      cli.say('/clear')
      if (cli.isNew) await cli.next({ type: 'conversation_reset' })
      await cli.result({ type: 'result' })
      const last = await cli.turn('The second prompt.', [{ text: 'The second answer.' }])
      assert.equal(last.session_id === cli.sessionId, !cli.isNew)
      assert.equal(/The first prompt/.test(JSON.stringify(cli.model.requests.at(-1)?.messages)), !cli.isNew)
      await cli.stop()
      cli.kept({ type: 'user', message: { content: 'The second prompt.' } }, String(last.session_id))
    },
  },
  {
    name: 'command-unknown',
    title: 'A command that does not exist',
    how: '/no-such-command: the older CLI says so, the newer one hands the words to the model',
    async play(cli) {
      await cli.start()
      const result = cli.isNew ? 'You said: /no-such-command' : 'Unknown skill: no-such-command'
      await cli.turn('/no-such-command', undefined, { subtype: 'success', result })
      assert.equal(cli.model.requests.length, cli.isNew ? 1 : 0)
    },
  },
  {
    name: 'command-custom',
    title: "A command of the user's own",
    how: '.claude/commands/greet.md with $ARGUMENTS, called with a name',
    async play(cli) {
      cli.project.write(
        '.claude/commands/greet.md',
        '---\ndescription: Greets someone\n---\nGreet $ARGUMENTS warmly.\n',
      )
      await cli.start()
      cli.model.script('Greet Ada warmly.', [{ text: 'Dear Ada!' }])
      await cli.turn('/greet Ada', undefined, { subtype: 'success', result: 'Dear Ada!' })
      cli.saw({ type: 'system', subtype: 'init', slash_commands: ['greet'] })
      assert.match(JSON.stringify(cli.model.requests.at(-1)?.messages), /<command-name>\/greet<\/command-name>/)
    },
  },
  {
    name: 'skill',
    title: "A skill of the user's own, called by Claude",
    how: '.claude/skills/haiku/SKILL.md and the Skill tool',
    async play(cli) {
      const skill =
        '---\nname: haiku\ndescription: Writes a haiku about anything\n---\nWrite three lines of five, seven and five syllables.\n'
      cli.project.write('.claude/skills/haiku/SKILL.md', skill)
      await cli.start()
      const steps = [{ tools: [{ name: 'Skill', input: { skill: 'haiku' } }] }, { text: 'An old silent pond' }]
      await cli.turn('A haiku, please.', steps, { subtype: 'success', result: 'An old silent pond' })
      cli.saw({ type: 'system', subtype: 'init', skills: ['haiku'] })
      cli.saw({ type: 'user', tool_use_result: { commandName: 'haiku', success: true } })
      assert.match(JSON.stringify(cli.model.requests.at(-1)?.messages), /five, seven and five/)
    },
  },
]
