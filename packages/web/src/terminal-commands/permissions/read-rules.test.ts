import { describe, expect, it } from 'vitest'
import { readRules, toFileRules } from './read-rules.ts'

describe('the rules in force', () => {
  it('are told by the CLI with where each comes from', () => {
    const rules = [
      { behavior: 'allow', rule: 'Bash(npm test:*)', source: 'localSettings' },
      { behavior: 'deny', rule: 'Read\u202e', source: 'newPlace', notInEffect: true },
      { behavior: 'other', rule: 'X' },
      null,
    ]
    expect(readRules({ state: { rules } })).toEqual([
      { behavior: 'allow', rule: 'Bash(npm test:*)', source: 'localSettings', where: 'yours, for this project' },
      { behavior: 'deny', rule: 'Read\u202e', source: 'newPlace', where: 'newPlace, not in effect' },
    ])
    expect(readRules(null)).toEqual([])
  })

  it('are read from the files where no CLI runs', () => {
    const layer = { source: 'user', folder: '/h', file: '/h/settings.json', state: 'read', reason: null } as const
    expect(toFileRules([{ ...layer, settings: { permissions: { ask: ['Bash', 3] } } }])).toEqual([
      { behavior: 'ask', rule: 'Bash', source: 'user', where: '/h/settings.json' },
    ])
  })
})
