import assert from 'node:assert/strict'
import type { Scenario } from '../scenario-runner/scenario.ts'
import type { ScenarioCli } from '../scenario-runner/scenario-cli.ts'

async function playFirst(cli: ScenarioCli): Promise<void> {
  await cli.start()
  await cli.turn('The first prompt.', [{ text: 'The first answer.' }])
  await cli.turn('The second prompt.', [{ text: 'The second answer.' }])
  await cli.stop()
}

const knows = (cli: ScenarioCli, words: string) => JSON.stringify(cli.model.requests.at(-1)?.messages).includes(words)

export const sessionScenarios: Scenario[] = [
  {
    name: 'resume',
    title: 'A session goes on in a new process',
    how: '--resume with its id; the id stays',
    async play(cli) {
      await playFirst(cli)
      await cli.start({ session: [`--resume=${cli.sessionId}`] })
      const result = await cli.turn('The third prompt.', [{ text: 'The third answer.' }])
      assert.equal(result.session_id, cli.sessionId)
      assert.ok(knows(cli, 'The first prompt.'), 'The model gets the old turns')
      await cli.stop()
      // The older CLI leaves a second file, under an id that nobody gave, with snapshots and no message.
      assert.equal(cli.home.list('.claude/projects/*/*.jsonl').length, cli.isNew ? 1 : 2)
    },
  },
  {
    name: 'continue',
    title: 'The newest session of the folder goes on',
    how: '--continue',
    async play(cli) {
      await playFirst(cli)
      await cli.start({ session: ['--continue'] })
      const result = await cli.turn('The third prompt.', [{ text: 'The third answer.' }])
      assert.equal(result.session_id, cli.sessionId)
      assert.ok(knows(cli, 'The first prompt.'))
    },
  },
  {
    name: 'fork',
    title: 'A session goes on as a copy',
    how: '--resume with --fork-session and an id for the copy',
    async play(cli) {
      await playFirst(cli)
      const copy = crypto.randomUUID()
      await cli.start({ session: [`--resume=${cli.sessionId}`, '--fork-session', `--session-id=${copy}`] })
      const result = await cli.turn('The third prompt.', [{ text: 'The third answer.' }])
      assert.equal(result.session_id, copy)
      assert.ok(knows(cli, 'The second prompt.'))
      await cli.stop()
      assert.equal(cli.home.list('.claude/projects/*/*.jsonl').length, 2)
      cli.kept({ type: 'user', message: { content: 'The third prompt.' } }, copy)
      assert.ok(!JSON.stringify(cli.transcript()).includes('The third prompt.'), 'The original is as it was')
    },
  },
  {
    name: 'fork-at-message',
    title: 'A session goes on as a copy that ends after the first answer',
    how: '--resume-session-at with the uuid of an assistant line, --fork-session',
    async play(cli) {
      await playFirst(cli)
      const first = cli.kept({ type: 'assistant', message: { content: [{ text: 'The first answer.' }] } })
      const copy = crypto.randomUUID()
      const session = [
        `--resume=${cli.sessionId}`,
        `--resume-session-at=${first.uuid}`,
        '--fork-session',
        `--session-id=${copy}`,
      ]
      await cli.start({ session })
      const result = await cli.turn('Another second prompt.', [{ text: 'Another answer.' }])
      assert.equal(result.session_id, copy)
      assert.ok(knows(cli, 'The first answer.') && !knows(cli, 'The second prompt.'))
    },
  },
  {
    name: 'resume-unknown',
    title: 'A session that is not there',
    how: '--resume with an id that no transcript has',
    async play(cli) {
      cli.launch({ session: [`--resume=${crypto.randomUUID()}`] })
      await cli.next({ type: 'result', subtype: 'error_during_execution', is_error: true })
      await cli.exited({ code: 1 })
    },
  },
]
