import { DeviceKey } from '@quarterdeck/contract'
import { z } from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** A browser that was let in. Of what it could show again, only hashes and its public key are kept. */
export const Device = z.object({
  deviceId: z.uuid(),
  name: z.string(),
  created: z.string(),
  lastSeen: z.string(),
  /** Its page's: the key cannot be used from another one. */
  origin: z.string(),
  cookieHash: hash,
  proof: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('key'), publicKey: DeviceKey }),
    /** Where the page has no keys, because it is not encrypted. */
    z.object({ kind: z.literal('secret'), hash }),
  ]),
})
export type Device = z.infer<typeof Device>

/** `DATA/devices.json`. The instance is part of the cookie's name: ports of one machine share their cookies. */
export const DevicesFile = z.object({
  instance: z.string().regex(/^[0-9a-f]{12}$/),
  devices: z.array(Device),
})
export type DevicesFile = z.infer<typeof DevicesFile>
