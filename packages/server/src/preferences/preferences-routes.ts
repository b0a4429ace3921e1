import type { PreferencesAnswer } from '@quarterdeck/contract'
import { preferencesRoutes } from '@quarterdeck/contract/routes'
import { toDeviceId } from '../gate/device-id.ts'
import { type ServedRoute, serve } from '../http/app/serve.ts'
import { applyPatch } from './merge-preferences.ts'
import type { PreferencesStore } from './preferences-store.ts'

/** How people want the page, kept here so that it is the same after a cleared browser. */
export function createPreferencesRoutes(store: PreferencesStore): ServedRoute[] {
  const answerTo = (deviceId: string): PreferencesAnswer => ({
    common: store.common,
    device: store.ofDevice(deviceId),
    effective: store.effective(deviceId),
  })
  return [
    serve(preferencesRoutes.read, ({ caller }) => answerTo(toDeviceId(caller))),
    serve(preferencesRoutes.replace, ({ caller, body }) => {
      const deviceId = toDeviceId(caller)
      store.set(deviceId, body)
      return answerTo(deviceId)
    }),
    serve(preferencesRoutes.change, ({ caller, body: { common, device } }) => {
      const deviceId = toDeviceId(caller)
      store.set(deviceId, {
        common: common && applyPatch(store.common, common),
        device: device && applyPatch(store.ofDevice(deviceId), device),
      })
      return answerTo(deviceId)
    }),
  ]
}
