import { fieldOf, listOf, textOf } from '../../tools/read-field.ts'

export interface Choice {
  value: string
  label: string
}

export interface ModelChoices {
  models: readonly Choice[]
  /** Which of them is in force. */
  model: string
  /** How hard it can be told to think; none where the CLI or the model cannot. */
  efforts: readonly string[]
  hasAutoMode: boolean
  /** What can be chosen of its thinking: how much, only whether, or nothing, where effort says it; unknown before the CLI has told of its models. */
  thinking: 'budget' | 'off' | 'none' | 'unknown'
  /** Null where the CLI does not list the model. */
  hasFastMode: boolean | null
}

const KNOWN: readonly Choice[] = [
  { value: 'opus', label: 'Opus' },
  { value: 'sonnet', label: 'Sonnet' },
  { value: 'haiku', label: 'Haiku' },
]

/** The models as the CLI told of them, or the names that every CLI knows. `current` may be a name, or what a name stands for. */
export function toModelChoices(told: readonly unknown[], current: string | undefined): ModelChoices {
  const found = told.find((model) => textOf(model, 'value') === current) ?? told.find(isMeant)
  const choices = told.flatMap(toChoice)
  const model = textOf(found, 'value') ?? current ?? ''
  const models = choices.length > 0 ? choices : KNOWN
  return {
    models: models.some(({ value }) => value === model) ? models : [{ value: model, label: toName(model) }, ...models],
    model,
    efforts: listOf(found, 'supportedEffortLevels').filter((level) => typeof level === 'string'),
    thinking: told.length === 0 ? 'unknown' : toThinking(found),
    hasAutoMode: fieldOf(found, 'supportsAutoMode') === true,
    hasFastMode: found === undefined ? null : fieldOf(found, 'supportsFastMode') === true,
  }

  /** The name is told apart from 'default', which stands for the same. */
  function isMeant(model: unknown): boolean {
    return textOf(model, 'resolvedModel') === current && textOf(model, 'value') !== 'default'
  }
}

/** Of a model that thinks as it needs, the CLI passes over every number of tokens. */
function toThinking(model: unknown): ModelChoices['thinking'] {
  if (fieldOf(model, 'supportsAdaptiveThinking') !== true) return 'budget'
  return fieldOf(model, 'supportsThinkingOff') === true ? 'off' : 'none'
}

function toName(model: string): string {
  return model === '' ? 'Usual model' : model
}

function toChoice(model: unknown): Choice[] {
  const value = textOf(model, 'value')
  if (value === undefined || fieldOf(model, 'disabled') === true) return []
  return [{ value, label: textOf(model, 'displayName') ?? value }]
}
