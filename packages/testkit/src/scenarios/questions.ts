import assert from 'node:assert/strict'
import type { Scenario } from '../scenario-runner/scenario.ts'
import type { Prompt, ScenarioCli } from '../scenario-runner/scenario-cli.ts'
import { has, toolResult } from './patterns.ts'

const COLOUR = {
  question: 'Which colour?',
  header: 'Colour',
  options: [
    { label: 'Red', description: 'Like a fire engine' },
    { label: 'Blue', description: 'Like the sea' },
  ],
  multiSelect: false,
}

const SIZES = {
  question: 'Which sizes?',
  header: 'Sizes',
  options: [
    { label: 'S', description: 'Small' },
    { label: 'M', description: 'Medium' },
    { label: 'L', description: 'Large' },
  ],
  multiSelect: true,
}

async function ask(cli: ScenarioCli, questions: object[]): Promise<Prompt> {
  await cli.start()
  cli.say('Ask me.', [{ tools: [{ name: 'AskUserQuestion', input: { questions } }] }, { text: 'Good to know.' }])
  return cli.asked('AskUserQuestion', { input: { questions } })
}

async function answer(cli: ScenarioCli, questions: object[], answers: Record<string, string>): Promise<void> {
  cli.allow(await ask(cli, questions), { updatedInput: { questions, answers } })
  await cli.result()
  cli.saw(toolResult({}, { tool_use_result: { answers } }))
  for (const [question, words] of Object.entries(answers))
    assert.ok(has(`"${question}"="${words}"`)(cli.model.toolResults()[0]?.content), `The model got '${words}'`)
}

export const questionScenarios: Scenario[] = [
  {
    name: 'question-single',
    title: 'A question with one answer',
    how: 'AskUserQuestion, answered with a label',
    play: (cli) => answer(cli, [COLOUR], { 'Which colour?': 'Blue' }),
  },
  {
    name: 'question-multi',
    title: 'Two questions, one with several answers',
    how: 'AskUserQuestion with multiSelect, labels joined with a comma and a space',
    play: (cli) => answer(cli, [COLOUR, SIZES], { 'Which colour?': 'Red', 'Which sizes?': 'S, M' }),
  },
  {
    name: 'question-other',
    title: 'A question answered in own words',
    how: 'AskUserQuestion, answered with a text that is no label',
    play: (cli) => answer(cli, [COLOUR], { 'Which colour?': 'Something warm, not too bright' }),
  },
  {
    name: 'question-skipped',
    title: 'A question that is not answered',
    how: 'AskUserQuestion, denied with a message',
    async play(cli) {
      cli.deny(await ask(cli, [COLOUR]), 'The user skipped the question.')
      await cli.result()
      cli.saw(toolResult({ is_error: true, content: has('The user skipped the question.') }))
    },
  },
]
