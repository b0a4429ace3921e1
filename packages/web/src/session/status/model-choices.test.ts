import { describe, expect, it } from 'vitest'
import { toModelChoices } from './model-choices.ts'
import { toThinkingChoices } from './thinking.ts'

const told = [
  { value: 'default', resolvedModel: 'claude-a', displayName: 'Default' },
  { value: 'opus', resolvedModel: 'claude-a', displayName: 'Opus', supportedEffortLevels: ['low', 'high'] },
  { value: 'haiku', resolvedModel: 'claude-b', displayName: 'Haiku', supportsAutoMode: true },
  { value: 'gone', disabled: true },
]

describe('the models one can choose', () => {
  it('are those that the CLI told of, and the one in force is known by its name or by what it stands for', () => {
    expect(toModelChoices(told, 'claude-a')).toMatchObject({
      model: 'opus',
      efforts: ['low', 'high'],
      hasAutoMode: false,
    })
    expect(toModelChoices(told, 'default')).toMatchObject({ model: 'default', efforts: [] })
    expect(toModelChoices(told, 'claude-b')).toMatchObject({ model: 'haiku', hasAutoMode: true })
    expect(toModelChoices(told, 'haiku').models.map(({ label }) => label)).toEqual(['Default', 'Opus', 'Haiku'])
  })

  it('can be told how much to think, or only whether, or neither', () => {
    const adaptive = { value: 'a', supportsAdaptiveThinking: true }
    expect(toModelChoices([adaptive], 'a').thinking).toBe('none')
    expect(toModelChoices([{ ...adaptive, supportsThinkingOff: true }], 'a').thinking).toBe('off')
    expect(toModelChoices([{ value: 'a' }], 'a').thinking).toBe('budget')
    expect(toModelChoices([], undefined).thinking).toBe('unknown')
    expect(toThinkingChoices('unknown')).toHaveLength(1)
    expect(toThinkingChoices('none')).toHaveLength(1)
    expect(toThinkingChoices('off').map(({ value }) => value)).toEqual(['', '0'])
    expect(toThinkingChoices('budget').length).toBeGreaterThan(2)
  })

  it('hold one that the CLI did not tell of, and names that all know where it told of none', () => {
    expect(toModelChoices(told, 'claude-x').models[0]).toEqual({ value: 'claude-x', label: 'claude-x' })
    expect(toModelChoices([], undefined)).toMatchObject({ model: '', efforts: [] })
    expect(toModelChoices([], undefined).models.map(({ label }) => label)).toEqual([
      'Usual model',
      'Opus',
      'Sonnet',
      'Haiku',
    ])
  })
})
