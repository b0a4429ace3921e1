import { pushRoutes } from '@quarterdeck/contract/routes'
import { toDeviceId } from '../gate/device-id.ts'
import { type ServedRoute, serve } from '../http/app/serve.ts'
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
export function createPushRoutes({ book, service, readPublicKey, assertPublic }: PushParts): ServedRoute[] {
  return [
    serve(pushRoutes.state, async ({ caller, query }) => {
      const own = book.ofDevice(toDeviceId(caller))
      const { endpoint } = query
      return {
        publicKey: await readPublicKey(),
        subscriptions: own.length,
        ...(endpoint !== undefined && { isSubscribed: own.some((kept) => kept.subscription.endpoint === endpoint) }),
      }
    }),
    serve(pushRoutes.subscribe, async ({ caller, body }) => {
      const parsed = parsePushEndpoint(body.endpoint)
      if (parsed.kind === 'wrong') throw new ServerError('not_allowed', parsed.message)
      await assertPublic(parsed.url.hostname)
      book.add(toDeviceId(caller), body)
      return { ok: true }
    }),
    serve(pushRoutes.unsubscribe, ({ caller, body }) => {
      const deviceId = toDeviceId(caller)
      const { endpoint } = body
      book.remove(
        (kept) => kept.deviceId === deviceId && (endpoint === undefined || kept.subscription.endpoint === endpoint),
      )
      return { ok: true }
    }),
    serve(pushRoutes.test, async ({ caller }) => {
      const deviceId = toDeviceId(caller)
      if (book.ofDevice(deviceId).length === 0)
        throw new ServerError('not_found', 'This device has no subscription. Turn notifications on first.')
      return { items: await service.test(deviceId) }
    }),
  ]
}
