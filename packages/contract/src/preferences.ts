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
  ...(Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, z.boolean().optional().describe(`Whether there are notices of: ${kind}`)]),
  ) as Record<(typeof NOTIFICATION_KINDS)[number], z.ZodOptional<z.ZodBoolean>>),
})

/** How somebody wants the page. What is not said is left to the page. */
export const Preferences = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).optional().describe('Light or dark, or as the system has it'),
  density: z.enum(['comfortable', 'compact']).optional().describe('How close things stand'),
  enterToSend: z.boolean().optional().describe('Whether Enter sends; otherwise it begins a line, and Mod+Enter sends'),
  attachTo: z
    .enum(['project', 'temporary'])
    .optional()
    .describe('Where an attached file is put: into the project, or into a folder of ours for a week'),
  notifications: Notifications.optional().describe('Notices by kind; all of them, where it is not said'),
  sound: z.boolean().optional().describe('Whether there is a sound where a notice cannot be shown'),
  showThinking: z.boolean().optional().describe('Whether thinking is shown open'),
  reduceMotion: z.boolean().optional().describe('Whether nothing moves that need not'),
  defaultModel: z.string().min(1).max(200).optional().describe('The model of a new session'),
  defaultMode: z.string().min(1).max(200).optional().describe('The permission mode of a new session'),
  defaultEffort: z.string().min(1).max(200).optional().describe('How hard a new session thinks'),
  keys: Keys.optional().describe('Keys by action; null takes a key away from what has one by itself'),
})
export type Preferences = z.infer<typeof Preferences>

/** `PUT /api/preferences`: what is named is replaced as a whole. */
const FOR_ALL = 'For everyone'
const FOR_DEVICE = 'For this device alone, over the common ones'
export const PutPreferences = z.strictObject({
  common: Preferences.optional().describe(FOR_ALL),
  device: Preferences.optional().describe(FOR_DEVICE),
})
export type PutPreferences = z.infer<typeof PutPreferences>

/** `PATCH /api/preferences`: only what is named changes; null takes it back. */
const Patch = z.strictObject(
  Object.fromEntries(
    Object.entries(Preferences.shape).map(([name, schema]) => [
      name,
      schema.nullable().describe(schema.description ?? name),
    ]),
  ) as {
    [Name in keyof typeof Preferences.shape]: z.ZodNullable<(typeof Preferences.shape)[Name]>
  },
)
export const PatchPreferences = z.strictObject({
  common: Patch.optional().describe(FOR_ALL),
  device: Patch.optional().describe(FOR_DEVICE),
})
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
