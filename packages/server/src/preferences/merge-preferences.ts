import type { PatchPreferences, Preferences } from '@quarterdeck/contract'

type Patch = NonNullable<PatchPreferences['common']>

/** What counts on a device: its own over the common ones; of notices and keys each by itself. */
export function toEffective(common: Preferences, device: Preferences): Preferences {
  return {
    ...common,
    ...device,
    ...((common.notifications || device.notifications) && {
      notifications: { ...common.notifications, ...device.notifications },
    }),
    ...((common.keys || device.keys) && { keys: { ...common.keys, ...device.keys } }),
  }
}

/** Only what is named changes; null takes it back. */
export function applyPatch(before: Preferences, patch: Patch): Preferences {
  const named = Object.entries(patch).filter(([, value]) => value !== undefined)
  const rest = Object.entries(before).filter(([name]) => !named.some(([other]) => other === name))
  return Object.fromEntries([...rest, ...named.filter(([, value]) => value !== null)])
}
