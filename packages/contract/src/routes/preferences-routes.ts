import { PatchPreferences, PreferencesAnswer, PutPreferences } from '../preferences.ts'
import { defineRoute } from './define-route.ts'

const MAX_BODY_BYTES = 64 * 1024

export const preferencesRoutes = {
  read: defineRoute({
    method: 'GET',
    path: '/api/preferences',
    policy: 'signed_in',
    summary: 'Preferences: common ones, those of this device, and what counts',
    answer: PreferencesAnswer,
  }),
  replace: defineRoute({
    method: 'PUT',
    path: '/api/preferences',
    policy: 'signed_in',
    summary: 'Replace the common preferences, those of this device, or both',
    body: PutPreferences,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: PreferencesAnswer,
  }),
  change: defineRoute({
    method: 'PATCH',
    path: '/api/preferences',
    policy: 'signed_in',
    summary: 'Change some preferences; null takes one back',
    body: PatchPreferences,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: PreferencesAnswer,
  }),
}
