import { z } from 'zod'
import { NOTIFICATION_KINDS } from './notification-kinds.ts'

/** What a person does by a key, and which; `Mod` is Ctrl, or Cmd on a Mac. */
const Keys = z
  .record(
    z.string().regex(/^[a-z][a-zA-Z0-9.]{0,59}$/, 'is not the name of an action'),
    z
      .string()
      .regex(/^(?:(?:Mod|Ctrl|Alt|Shift|Meta)\+){0,4}(?:[^\s+]{1,20}|\+)$/u, 'is not a key such as Mod+Shift+K')
      .nullable(),
  )
  .refine((keys) => Object.keys(keys).length <= 200, 'may name 200 actions at most')

const Notifications = z.strictObject({
  ...(Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, z.boolean().optional()])) as Record<
    (typeof NOTIFICATION_KINDS)[number],
    z.ZodOptional<z.ZodBoolean>
  >),
})

/** How somebody wants the page. What is not said is left to the page. */
export const Preferences = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).optional(),
  density: z.enum(['comfortable', 'compact']).optional(),
  /** Otherwise Enter begins a line, and Mod+Enter sends. */
  enterToSend: z.boolean().optional(),
  /** Notices of these kinds; all of them, where it is not said. */
  notifications: Notifications.optional(),
  /** A sound where a notice cannot be shown. */
  sound: z.boolean().optional(),
  showThinking: z.boolean().optional(),
  reduceMotion: z.boolean().optional(),
  defaultModel: z.string().min(1).max(200).optional(),
  defaultMode: z.string().min(1).max(200).optional(),
  /** Null takes a key away from what has one by itself. */
  keys: Keys.optional(),
})
export type Preferences = z.infer<typeof Preferences>

/** `PUT /api/preferences`: what is named is replaced as a whole. */
export const PutPreferences = z.strictObject({ common: Preferences.optional(), device: Preferences.optional() })
export type PutPreferences = z.infer<typeof PutPreferences>

/** `PATCH /api/preferences`: only what is named changes; null takes it back. */
const Patch = z.strictObject(
  Object.fromEntries(Object.entries(Preferences.shape).map(([name, schema]) => [name, schema.nullable()])) as {
    [Name in keyof typeof Preferences.shape]: z.ZodNullable<(typeof Preferences.shape)[Name]>
  },
)
export const PatchPreferences = z.strictObject({ common: Patch.optional(), device: Patch.optional() })
export type PatchPreferences = z.infer<typeof PatchPreferences>

/** `GET /api/preferences` */
export const PreferencesAnswer = z.object({
  /** For everyone. */
  common: Preferences,
  /** For this device alone. */
  device: Preferences,
  /** What counts here: the device's own, over the common ones. */
  effective: Preferences,
})
export type PreferencesAnswer = z.infer<typeof PreferencesAnswer>
