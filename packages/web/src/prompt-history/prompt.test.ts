import { describe, expect, it } from 'vitest'
import { groupPrompts, type PromptGroup } from './prompt.ts'

const prompt = (text: string, timestamp: string) => ({ text, display: text, timestamp }) as PromptGroup['prompt']

describe('prompts that were typed before', () => {
  it('are listed once, where they were typed last, with how often', () => {
    const groups = groupPrompts([
      prompt('go on', '3'),
      prompt('test it', '2'),
      prompt('go on ', '1'),
      prompt('  ', '0'),
    ])
    expect(groups.map(({ prompt: { text, timestamp }, count }) => `${text} ${timestamp} ${count}`)).toEqual([
      'go on 3 2',
      'test it 2 1',
    ])
  })
})
