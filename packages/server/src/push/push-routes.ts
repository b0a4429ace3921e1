import { PushState, PushTest, SubscribePush, UnsubscribePush } from '@quarterdeck/contract'
import { z } from 'zod'
import { toDeviceId } from '../gate/device-id.ts'
import { defineRoute, type Route } from '../http/route.ts'
import { ServerError } from '../server-error.ts'
import type { PushBook } from './push-book.ts'
import { parsePushEndpoint } from './push-endpoint.ts'
import type { PushService } from './push-service.ts'

export interface PushParts {
  book: PushBook
  service: PushService
  readPublicKey: () => Promise<string>
  /** Throws where the name leads into a private network. */
  assertPublic: (hostname: string) => Promise<void>
}

/** Notifications on a device, asked for by the device itself. */
export function createPushRoutes({ book, service, readPublicKey, assertPublic }: PushParts): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/push',
      policy: 'signed_in',
      summary: 'The key that a browser subscribes with, and whether this device is subscribed',
      query: z.strictObject({
        endpoint: z.string().max(2048).optional().describe('Whether it is one of them is answered, too'),
      }),
      answer: PushState,
      handle: async ({ caller, query }) => {
        const own = book.ofDevice(toDeviceId(caller))
        const { endpoint } = query
        return {
          publicKey: await readPublicKey(),
          subscriptions: own.length,
          ...(endpoint !== undefined && { isSubscribed: own.some((kept) => kept.subscription.endpoint === endpoint) }),
        }
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/push/subscribe',
      policy: 'signed_in',
      summary: 'Tell this device what waits for a person, by web push',
      body: SubscribePush,
      maxBodyBytes: 16 * 1024,
      status: 201,
      answer: z.object({ ok: z.literal(true) }),
      errors: ['not_allowed'],
      handle: async ({ caller, body }) => {
        const parsed = parsePushEndpoint(body.endpoint)
        if (parsed.kind === 'wrong') throw new ServerError('not_allowed', parsed.message)
        await assertPublic(parsed.url.hostname)
        book.add(toDeviceId(caller), body)
        return { ok: true }
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/push/unsubscribe',
      policy: 'signed_in',
      summary: 'End one subscription of this device, or all of them',
      body: UnsubscribePush,
      maxBodyBytes: 16 * 1024,
      answer: z.object({ ok: z.literal(true) }),
      handle: ({ caller, body }) => {
        const deviceId = toDeviceId(caller)
        const { endpoint } = body
        book.remove(
          (kept) => kept.deviceId === deviceId && (endpoint === undefined || kept.subscription.endpoint === endpoint),
        )
        return { ok: true }
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/push/test',
      policy: 'signed_in',
      summary: 'Send a notification to this device, to see whether it arrives',
      answer: PushTest,
      errors: ['not_found'],
      handle: async ({ caller }) => {
        const deviceId = toDeviceId(caller)
        if (book.ofDevice(deviceId).length === 0)
          throw new ServerError('not_found', 'This device has no subscription. Turn notifications on first.')
        return { items: await service.test(deviceId) }
      },
    }),
  ]
}
