import { DeviceRow, PairingLink, RenameDevice } from '@quarterdeck/contract'
import { z } from 'zod'
import { toWho } from '../audit/audit-entry.ts'
import { listOf, paging, toPage } from '../http/paging.ts'
import { defineRoute, type Route } from '../http/route.ts'
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
export function createDeviceRoutes({ devices, proofs, createLink, onEvent }: DeviceRouteOptions): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/me',
      policy: 'signed_in',
      summary: 'Who is asking',
      answer: z.object({
        kind: z.enum(['device', 'program']),
        deviceId: z.string().optional(),
        name: z.string().optional(),
      }),
      handle: ({ caller }) => caller,
    }),
    defineRoute({
      method: 'GET',
      path: '/api/devices',
      policy: 'signed_in',
      summary: 'The devices that are paired, last seen first',
      query: z.strictObject(paging(1000)),
      answer: listOf(DeviceRow),
      handle: ({ caller, query }) =>
        toPage(
          devices.list().map((device) => toRow(device, caller)),
          query,
        ),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/devices/link',
      policy: 'signed_in',
      summary: 'A link that lets another browser in, once, for five minutes',
      status: 201,
      answer: PairingLink,
      isSecret: true,
      handle: ({ caller }) => {
        onEvent({ type: 'link_created', by: toWho(caller).by })
        return createLink()
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: '/api/devices/:id',
      policy: 'signed_in',
      summary: 'Rename a device',
      body: RenameDevice,
      answer: DeviceRow,
      errors: ['not_found'],
      handle: ({ params, body, caller }) => {
        const device = found(devices.rename(params.id ?? '', body.name), params.id)
        onEvent({ type: 'device_renamed', deviceId: device.deviceId, name: device.name, by: toWho(caller).by })
        return toRow(device, caller)
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/devices/:id',
      policy: 'signed_in',
      summary: 'Revoke a device: it is out at once, and what it has open is closed',
      answer: z.object({}),
      errors: ['not_found'],
      handle: ({ params, caller }) => {
        const device = found(devices.revoke(params.id ?? ''), params.id)
        proofs.forget(device.deviceId)
        onEvent({ type: 'device_revoked', deviceId: device.deviceId, name: device.name, by: toWho(caller).by })
        return {}
      },
    }),
  ]
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
