import { PatchPreferences, PreferencesAnswer, PutPreferences } from '@quarterdeck/contract'
import { toDeviceId } from '../gate/device-id.ts'
import { defineRoute, type Route } from '../http/route.ts'
import { applyPatch } from './merge-preferences.ts'
import type { PreferencesStore } from './preferences-store.ts'

const PATH = '/api/preferences'
const MAX_BODY_BYTES = 64 * 1024

/** How people want the page, kept here so that it is the same after a cleared browser. */
export function createPreferencesRoutes(store: PreferencesStore): Route[] {
  const answerTo = (deviceId: string): PreferencesAnswer => ({
    common: store.common,
    device: store.ofDevice(deviceId),
    effective: store.effective(deviceId),
  })
  return [
    defineRoute({
      method: 'GET',
      path: PATH,
      policy: 'signed_in',
      summary: 'Preferences: common ones, those of this device, and what counts',
      answer: PreferencesAnswer,
      handle: ({ caller }) => answerTo(toDeviceId(caller)),
    }),
    defineRoute({
      method: 'PUT',
      path: PATH,
      policy: 'signed_in',
      summary: 'Replace the common preferences, those of this device, or both',
      body: PutPreferences,
      maxBodyBytes: MAX_BODY_BYTES,
      answer: PreferencesAnswer,
      handle: ({ caller, body }) => {
        const deviceId = toDeviceId(caller)
        store.set(deviceId, body)
        return answerTo(deviceId)
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: PATH,
      policy: 'signed_in',
      summary: 'Change some preferences; null takes one back',
      body: PatchPreferences,
      maxBodyBytes: MAX_BODY_BYTES,
      answer: PreferencesAnswer,
      handle: ({ caller, body: { common, device } }) => {
        const deviceId = toDeviceId(caller)
        store.set(deviceId, {
          common: common && applyPatch(store.common, common),
          device: device && applyPatch(store.ofDevice(deviceId), device),
        })
        return answerTo(deviceId)
      },
    }),
  ]
}
