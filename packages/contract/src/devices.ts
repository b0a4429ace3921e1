import { z } from 'zod'

/** Of a secret or a coordinate with 256 bits. */
const base64url = z.string().regex(/^[\w-]{43}$/, 'is not 256 bits in base64url')

/** The public half of an ECDSA key on P-256, as WebCrypto exports it. */
export const DeviceKey = z.object({
  kty: z.literal('EC').describe('The kind of key, as JWK has it'),
  crv: z.literal('P-256').describe('Its curve, as JWK has it'),
  x: base64url.describe('The first coordinate, as JWK has it'),
  y: base64url.describe('The second coordinate, as JWK has it'),
})
export type DeviceKey = z.infer<typeof DeviceKey>

const name = z.string().trim().min(1).max(100).describe('What people call the device')

/** `POST /api/pair`: with the key of the page, or with a secret of its own where a page has no keys (`--insecure-lan`). */
export const PairDevice = z.strictObject({
  secret: z.string().min(1).max(200).describe('What stands behind `#pair=` in the link'),
  name,
  // Loose: browsers add fields of their own. The private half must never come here.
  publicKey: z
    .looseObject({ ...DeviceKey.shape, d: z.undefined().optional().describe('The private half: refused') })
    .optional()
    .describe('The public half of an ECDSA key on P-256, as WebCrypto exports it'),
  deviceSecret: base64url
    .optional()
    .describe('In its place where a page has no keys: a secret of its own making, with `--insecure-lan` alone'),
})
export type PairDevice = z.infer<typeof PairDevice>

/** `POST /api/proof` */
export const ProveDevice = z.strictObject({
  nonce: z.string().min(1).max(200).describe('What `POST /api/proof/nonce` gave'),
  signature: z
    .string()
    .regex(/^[\w-]{86}$/, 'is no signature of a P-256 key in base64url')
    .describe("Of the nonce and the page's origin, by the device's key"),
})
export type ProveDevice = z.infer<typeof ProveDevice>

/** `PATCH /api/devices/:id` */
export const RenameDevice = z.strictObject({ name })
export type RenameDevice = z.infer<typeof RenameDevice>

/** What can be said of a device. */
export const DeviceRow = z.object({
  deviceId: z.string(),
  name: z.string(),
  created: z.string(),
  lastSeen: z.string(),
  origin: z.string(),
  /** Of the one that asks. */
  isCurrent: z.boolean(),
})
export type DeviceRow = z.infer<typeof DeviceRow>

/** `POST /api/devices/link`: one secret, at each address where the page can be opened. */
export const PairingLink = z.object({ link: z.string(), links: z.array(z.string()), expiresAt: z.string() })
export type PairingLink = z.infer<typeof PairingLink>

/** `GET /api/status` */
export const ServerStatus = z.object({
  version: z.string(),
  url: z.string(),
  pid: z.number(),
  startedAt: z.string(),
  liveSessions: z.number(),
  devices: z.number(),
})
export type ServerStatus = z.infer<typeof ServerStatus>
