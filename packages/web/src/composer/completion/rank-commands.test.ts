import { describe, expect, it } from 'vitest'
import { rankCommands } from './rank-commands.ts'

const commands = [
  { name: 'review', description: 'Look at the changes' },
  { name: 'security-review' },
  { name: 'preview' },
  { name: 'compact', description: 'Review and sum up' },
  { name: 'clear' },
]

describe('commands that fit', () => {
  it('come in the order of how well they do', () => {
    expect(rankCommands(commands, 're').map(({ name }) => name)).toEqual([
      'review',
      'security-review',
      'preview',
      'compact',
    ])
  })

  it('are all of them, by name, before anything is typed', () => {
    expect(rankCommands(commands, '').map(({ name }) => name)).toEqual([
      'clear',
      'compact',
      'preview',
      'review',
      'security-review',
    ])
  })
})
