import type { SettingsAnswer } from '@quarterdeck/contract/routes'

export type SettingsLayer = SettingsAnswer['layers'][number]

export const LAYER_NAMES: Readonly<Record<SettingsLayer['source'], string>> = {
  user: 'Yours, for every project',
  project: "The project's",
  local: 'Yours, for this project alone',
  managed: 'Of your organisation',
}
