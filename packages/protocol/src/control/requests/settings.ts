import { z } from 'zod'
import { Json, loose, open } from '../../lines/define.ts'
import { EffortLevel, SettingsError } from '../catalogue.ts'
import { Done, fromHost } from '../control-entry.ts'

const flag = z.boolean().optional()

/** Settings in force, and the file that each comes from. They may hold secrets: they stay on this machine. */
export const SettingsResult = loose({
  effective: Json,
  sources: z.array(
    loose({
      source: open('userSettings', 'projectSettings', 'localSettings', 'flagSettings', 'policySettings'),
      settings: Json,
    }),
  ),
  /** What the session runs with now, whatever the files say. */
  applied: loose({
    model: z.string().optional(),
    effort: EffortLevel.nullish(),
    advisor: z.string().nullish(),
    ultracode: flag,
    ultracodeRequested: flag,
    ultracodeAvailable: flag,
    ultrathinkAvailable: flag,
    outsideFileToolReadsBlocked: flag,
    outsideFileToolWritesBlocked: flag,
  }).optional(),
  errors: z.array(SettingsError).optional(),
  withheld: flag,
})
export type SettingsResult = z.infer<typeof SettingsResult>

export const settingsRequests = {
  get_settings: fromHost(
    'get_settings',
    {},
    SettingsResult,
    'published',
    'Shows the settings in force, with effort and model as they are applied.',
  ),
  apply_flag_settings: fromHost(
    'apply_flag_settings',
    { settings: Json },
    Done,
    'published',
    'Changes effort, fast mode and the like for this session only; null clears a setting.',
  ),
  update_settings: fromHost(
    'update_settings',
    { source: open('localSettings', 'userSettings'), settings: Json },
    Done,
    'published',
    'Keeps the output style or the effort for later sessions.',
  ),
} as const
