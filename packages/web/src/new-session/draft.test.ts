import { describe, expect, it } from 'vitest'
import { readDraft, toStart, toStartProblem } from './draft.ts'

const draft = readDraft('/home/you/app', { defaultModel: 'opus', defaultMode: 'plan', defaultEffort: 'high' })

describe('a new session', () => {
  it('begins as the person likes it, in the folder at hand', () => {
    expect(toStart(draft, draft.cwd)).toEqual({
      cwd: '/home/you/app',
      model: 'opus',
      permissionMode: 'plan',
      effort: 'high',
    })
  })

  it('is asked for with all that was filled in, lists by lines', () => {
    const full = {
      ...draft,
      prompt: ' Hello. ',
      effort: 'low',
      maxTurns: '5',
      maxBudgetUsd: '2.50',
      allowedTools: 'Read\n\n Bash(npm test) ',
      addDirs: '/home/you/lib',
      appendSystemPrompt: 'Be brief.',
    }
    expect(toStart(full, '/x')).toEqual({
      cwd: '/x',
      prompt: 'Hello.',
      model: 'opus',
      permissionMode: 'plan',
      effort: 'low',
      maxTurns: 5,
      maxBudgetUsd: 2.5,
      allowedTools: ['Read', 'Bash(npm test)'],
      addDirs: ['/home/you/lib'],
      appendSystemPrompt: 'Be brief.',
    })
  })

  it.each([
    ['cwd', {}, ''],
    ['cwd', {}, 'home/you'],
    ['maxTurns', { maxTurns: '1.5' }, '/x'],
    ['maxTurns', { maxTurns: 'many' }, '/x'],
    ['maxBudgetUsd', { maxBudgetUsd: '-1' }, '/x'],
  ])('says what is wrong beside %s for %j', (field, change, cwd) => {
    expect(toStart({ ...draft, ...change }, cwd)).toMatchObject({ field, text: expect.any(String) })
  })
})

it.each([
  ["'cwd' is no folder that exists, named from / on", 'cwd'],
  ["'model' is not the name of a model", 'model'],
  ["'addDirs' is not below /x", 'addDirs'],
  ['20 sessions are live already.', 'all'],
])('puts %j beside %s', (text, field) => {
  expect(toStartProblem(text)).toEqual({ field, text })
})
