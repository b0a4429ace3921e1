import { z } from 'zod'
import { loose, open } from '../lines/define.ts'

const text = z.string().optional()
const flag = z.boolean().optional()

export const SlashCommand = loose({
  name: z.string(),
  description: text,
  argumentHint: text,
  aliases: z.array(z.string()).optional(),
  builtin: flag,
  plugin: text,
})
export type SlashCommand = z.infer<typeof SlashCommand>

export const AgentInfo = loose({ name: z.string(), description: text, model: text })
export type AgentInfo = z.infer<typeof AgentInfo>

export const EffortLevel = open('low', 'medium', 'high', 'xhigh', 'max')
export type EffortLevel = z.infer<typeof EffortLevel>

/** A model one can choose: `value` is what `set_model` takes. */
export const ModelInfo = loose({
  value: z.string(),
  resolvedModel: text,
  displayName: text,
  description: text,
  supportsEffort: flag,
  supportedEffortLevels: z.array(EffortLevel).optional(),
  supportsAdaptiveThinking: flag,
  supportsFastMode: flag,
  supportsAutoMode: flag,
  supportsThinkingOff: flag,
  disabled: flag,
  promoListPrice: text,
})
export type ModelInfo = z.infer<typeof ModelInfo>

/** Who is logged in, and how. */
export const AccountInfo = loose({
  email: z.string().nullish(),
  organization: z.string().nullish(),
  subscriptionType: z.string().nullish(),
  tokenSource: z.string().nullish(),
  apiKeySource: z.string().nullish(),
  apiProvider: open(
    'firstParty',
    'bedrock',
    'vertex',
    'foundry',
    'anthropicAws',
    'anthropicGoogleCloud',
    'mantle',
    'gateway',
  ).nullish(),
})
export type AccountInfo = z.infer<typeof AccountInfo>

/** A line of a settings file that the CLI could not use. */
export const SettingsError = loose({ file: text, path: z.string(), message: z.string() })
export type SettingsError = z.infer<typeof SettingsError>
