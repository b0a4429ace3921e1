import type { Caller } from './caller.ts'

/** Whose preferences and subscriptions they are. A program with the token of `server.json` is as good as a device of its own. */
export function toDeviceId(caller: Caller): string {
  return caller.kind === 'device' ? caller.deviceId : caller.kind
}
