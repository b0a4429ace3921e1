import assert from 'node:assert/strict'
import type { ControlRequestBody } from '@quarterdeck/protocol'
import type { Scenario } from '../scenario-runner/scenario.ts'

export const controlScenarios: Scenario[] = [
  {
    name: 'set-model',
    title: 'Another model between two turns',
    how: 'set_model haiku after the first turn',
    async play(cli) {
      await cli.start()
      await cli.turn('The first prompt.', [{ text: 'The first answer.' }])
      await cli.request({ subtype: 'set_model', model: 'haiku' })
      await cli.turn('The second prompt.', [{ text: 'The second answer.' }])
      const [first, second] = cli.model.requests.map(({ model }) => String(model))
      assert.notEqual(first, second)
      assert.match(second ?? '', /haiku/)
      cli.saw({ type: 'assistant', message: { model: /haiku/ } })
    },
  },
  {
    name: 'set-permission-mode',
    title: 'Another permission mode between two turns',
    how: 'set_permission_mode acceptEdits; the next Write is not asked',
    async play(cli) {
      const toWrite = (name: string) => ({
        tools: [{ name: 'Write', input: { file_path: cli.project.path(name), content: 'x\n' } }],
      })
      await cli.start()
      cli.say('Write a file.', [toWrite('first.txt'), { text: 'Written.' }])
      cli.allow(await cli.asked('Write'))
      await cli.result()
      await cli.request({ subtype: 'set_permission_mode', mode: 'acceptEdits' })
      await cli.turn('Write another file.', [toWrite('second.txt'), { text: 'Written too.' }])
      assert.equal(cli.all({ type: 'control_request' }).length, 1)
      assert.ok(cli.project.has('second.txt'))
      cli.saw({ type: 'system', subtype: 'init', permissionMode: 'acceptEdits' })
    },
  },
  {
    name: 'rewind-files',
    title: 'Files go back to how they were before a prompt',
    how: 'an Edit and a new file, rewind_files with dry_run, then for good',
    async play(cli) {
      const file_path = cli.project.path('a.txt')
      await cli.start({ argv: ['--permission-mode=acceptEdits'] })
      const uuid = cli.say('Change files.', [
        { tools: [{ name: 'Read', input: { file_path } }] },
        { tools: [{ name: 'Edit', input: { file_path, old_string: 'two', new_string: 'three' } }] },
        { tools: [{ name: 'Write', input: { file_path: cli.project.path('b.txt'), content: 'new\n' } }] },
        { text: 'Changed.' },
      ])
      await cli.result()
      const body = { subtype: 'rewind_files' as const, user_message_id: uuid }
      const planned = await cli.request({ ...body, dry_run: true })
      assert.equal(planned.canRewind, true)
      assert.equal(cli.project.read('a.txt'), 'one\nthree\n', 'A dry run changes nothing')
      await cli.request(body)
      assert.equal(cli.project.read('a.txt'), 'one\ntwo\n')
      assert.ok(!cli.project.has('b.txt'), 'The new file is gone')
    },
  },
  {
    name: 'unknown-request',
    title: 'A control request that the CLI does not know',
    how: 'a made-up subtype, then a known one: the newer CLI answers with an error, the older one with nothing',
    async play(cli) {
      await cli.start()
      cli.send({ type: 'control_request', request_id: 'unknown-1', request: { subtype: 'no_such_request' } })
      await cli.request({ subtype: 'interrupt' })
      await cli.turn('Say hello.', [{ text: 'Hello.' }])
      const answers = cli.all({ type: 'control_response', response: { request_id: 'unknown-1' } })
      assert.equal(answers.length, cli.isNew ? 1 : 0)
      if (cli.isNew) cli.saw({ response: { subtype: 'error', error_code: 'unsupported_request' } })
    },
  },
  {
    name: 'questions-of-the-host',
    title: 'What the host can ask about a session',
    how: 'context usage, settings, permission rules, hooks and plan, after a turn',
    since: { from: '2.1.325', why: '2.1.38 does not answer these requests' },
    async play(cli) {
      await cli.start()
      await cli.turn('Say hello.', [{ text: 'Hello.' }])
      for (const subtype of [
        'get_context_usage',
        'get_settings',
        'list_permission_rules',
        'get_hooks_listing',
        'get_plan',
      ])
        assert.ok(
          Object.keys(await cli.request({ subtype } as ControlRequestBody)).length > 0,
          `${subtype} is answered`,
        )
    },
  },
]
