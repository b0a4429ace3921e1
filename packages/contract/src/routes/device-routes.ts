import { z } from 'zod'
import { DeviceRow, PairingLink, RenameDevice } from '../devices.ts'
import { defineRoute } from './define-route.ts'
import { listOf, paging } from './fields.ts'

export const deviceRoutes = {
  me: defineRoute({
    method: 'GET',
    path: '/api/me',
    policy: 'signed_in',
    summary: 'Who is asking',
    answer: z.object({
      kind: z.enum(['device', 'program']),
      deviceId: z.string().optional(),
      name: z.string().optional(),
    }),
  }),
  list: defineRoute({
    method: 'GET',
    path: '/api/devices',
    policy: 'signed_in',
    summary: 'The devices that are paired, last seen first',
    query: z.strictObject(paging(1000)),
    answer: listOf(DeviceRow),
  }),
  createLink: defineRoute({
    method: 'POST',
    path: '/api/devices/link',
    policy: 'signed_in',
    summary: 'A link that lets another browser in, once, for five minutes',
    status: 201,
    answer: PairingLink,
    isSecret: true,
  }),
  rename: defineRoute({
    method: 'PATCH',
    path: '/api/devices/:id',
    policy: 'signed_in',
    summary: 'Rename a device',
    body: RenameDevice,
    answer: DeviceRow,
    errors: ['not_found'],
  }),
  revoke: defineRoute({
    method: 'DELETE',
    path: '/api/devices/:id',
    policy: 'signed_in',
    summary: 'Revoke a device: it is out at once, and what it has open is closed',
    answer: z.object({}),
    errors: ['not_found'],
  }),
}
