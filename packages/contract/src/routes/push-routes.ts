import { z } from 'zod'
import { PushState, PushTest, SubscribePush, UnsubscribePush } from '../push.ts'
import { defineRoute } from './define-route.ts'

export const pushRoutes = {
  state: defineRoute({
    method: 'GET',
    path: '/api/push',
    policy: 'signed_in',
    summary: 'The key that a browser subscribes with, and whether this device is subscribed',
    query: z.strictObject({
      endpoint: z.string().max(2048).optional().describe('Whether it is one of them is answered, too'),
    }),
    answer: PushState,
  }),
  subscribe: defineRoute({
    method: 'POST',
    path: '/api/push/subscribe',
    policy: 'signed_in',
    summary: 'Tell this device what waits for a person, by web push',
    body: SubscribePush,
    maxBodyBytes: 16 * 1024,
    status: 201,
    answer: z.object({ ok: z.literal(true) }),
    errors: ['not_allowed'],
  }),
  unsubscribe: defineRoute({
    method: 'POST',
    path: '/api/push/unsubscribe',
    policy: 'signed_in',
    summary: 'End one subscription of this device, or all of them',
    body: UnsubscribePush,
    maxBodyBytes: 16 * 1024,
    answer: z.object({ ok: z.literal(true) }),
  }),
  test: defineRoute({
    method: 'POST',
    path: '/api/push/test',
    policy: 'signed_in',
    summary: 'Send a notification to this device, to see whether it arrives',
    answer: PushTest,
    errors: ['not_found'],
  }),
}
