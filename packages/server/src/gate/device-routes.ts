import type { DeviceRow, PairingLink } from '@quarterdeck/contract'
import { type AnswerOf, deviceRoutes } from '@quarterdeck/contract/routes'
import { toWho } from '../audit/audit-entry.ts'
import { type ServedRoute, serve } from '../http/app/serve.ts'
import { toPage } from '../http/handlers/paging.ts'
import { ServerError } from '../server-error.ts'
import type { Caller } from './caller.ts'
import type { Device } from './device.ts'
import type { DeviceStore } from './device-store.ts'
import type { GateEvent } from './gate-event.ts'
import type { Proofs } from './proofs.ts'

export interface DeviceRouteOptions {
  devices: DeviceStore
  proofs: Proofs
  createLink: () => PairingLink
  onEvent: (event: GateEvent) => void
}

/** The devices that may come in, and links for more of them. */
export function createDeviceRoutes({ devices, proofs, createLink, onEvent }: DeviceRouteOptions): ServedRoute[] {
  return [
    serve(deviceRoutes.me, ({ caller }) => toMe(caller)),
    serve(deviceRoutes.list, ({ caller, query }) =>
      toPage(
        devices.list().map((device) => toRow(device, caller)),
        query,
      ),
    ),
    serve(deviceRoutes.createLink, ({ caller }) => {
      onEvent({ type: 'link_created', by: toWho(caller).by })
      return createLink()
    }),
    serve(deviceRoutes.rename, ({ params, body, caller }) => {
      const device = found(devices.rename(params.id, body.name), params.id)
      onEvent({ type: 'device_renamed', deviceId: device.deviceId, name: device.name, by: toWho(caller).by })
      return toRow(device, caller)
    }),
    serve(deviceRoutes.revoke, ({ params, caller }) => {
      const device = found(devices.revoke(params.id), params.id)
      proofs.forget(device.deviceId)
      onEvent({ type: 'device_revoked', deviceId: device.deviceId, name: device.name, by: toWho(caller).by })
      return {}
    }),
  ]
}

/** Of the callers, only these two come through the gate of a route that is `signed_in`. */
function toMe(caller: Caller): AnswerOf<typeof deviceRoutes.me> {
  return caller.kind === 'device' ? caller : { kind: 'program' }
}

function found(device: Device | null, id: string | undefined): Device {
  if (device === null) throw new ServerError('not_found', `There is no device '${id}'.`)
  return device
}

function toRow({ deviceId, name, created, lastSeen, origin }: Device, caller: Caller): DeviceRow {
  return {
    deviceId,
    name,
    created,
    lastSeen,
    origin,
    isCurrent: caller.kind === 'device' && caller.deviceId === deviceId,
  }
}
