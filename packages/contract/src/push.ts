import { z } from 'zod'

const base64url = (bytes: number, what: string) =>
  z
    .string()
    .max(200)
    .refine((text) => /^[\w-]+=*$/.test(text) && Math.floor((text.replace(/=+$/, '').length * 3) / 4) === bytes, what)

/** `POST /api/push/subscribe`: what `PushSubscription.toJSON()` gives in a browser. */
export const SubscribePush = z.strictObject({
  endpoint: z.string().min(1).max(2048).describe('Where the push service takes what is for this browser'),
  expirationTime: z.number().nullable().optional().describe('Browsers send it, mostly as null'),
  keys: z
    .strictObject({
      p256dh: base64url(65, 'is not a public key of P-256').describe("The browser's public key, in base64url"),
      auth: base64url(16, 'is not a secret of 16 bytes').describe("The browser's secret, in base64url"),
    })
    .describe('With which only this browser can read what is sent'),
})
export type SubscribePush = z.infer<typeof SubscribePush>

/** `POST /api/push/unsubscribe`: one browser's, or all of this device where none is named. */
export const UnsubscribePush = z.strictObject({
  endpoint: z.string().min(1).max(2048).optional().describe("Of one browser; without it all of this device's"),
})
export type UnsubscribePush = z.infer<typeof UnsubscribePush>

/** `GET /api/push` */
export const PushState = z.object({
  /** For `pushManager.subscribe({applicationServerKey})`. */
  publicKey: z.string(),
  /** How many subscriptions this device has. */
  subscriptions: z.number(),
  /** Whether the endpoint in `?endpoint=` is one of them. */
  isSubscribed: z.boolean().optional(),
})
export type PushState = z.infer<typeof PushState>

/** `POST /api/push/test`: how it went with each subscription of this device. */
export const PushTest = z.object({ items: z.array(z.object({ ok: z.boolean(), message: z.string() })) })
export type PushTest = z.infer<typeof PushTest>
