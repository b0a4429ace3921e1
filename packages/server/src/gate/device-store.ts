import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writePrivateFile } from '../private-file.ts'
import { StartProblem } from '../start-problem.ts'
import { type Device, DevicesFile } from './device.ts'
import { hashSecret } from './secret.ts'

/** Seen is written down so often at most; it is a hint for people, and every request would change it. */
const WRITE_SEEN_MS = 60_000

/** The devices that may come in, in `DATA/devices.json`. */
export class DeviceStore {
  readonly instance: string
  readonly #path: string
  readonly #now: () => number
  readonly #byCookie = new Map<string, Device>()
  readonly #watchers = new Map<string, Set<() => void>>()
  #seenWrittenAt: number
  #hasUnwritten = false

  constructor(path: string, now: () => number = Date.now) {
    this.#path = path
    this.#now = now
    this.#seenWrittenAt = now()
    const known = readDevices(path)
    this.instance = known?.instance ?? randomBytes(6).toString('hex')
    for (const device of known?.devices ?? []) this.#byCookie.set(device.cookieHash, device)
    // Before the first device: a name of the cookie that changes would sign out everyone.
    if (known === null) this.#write()
  }

  list(): Device[] {
    return [...this.#byCookie.values()].sort((a, b) => b.lastSeen.localeCompare(a.lastSeen))
  }

  findByCookie(values: readonly string[]): Device | null {
    for (const value of values) {
      const device = this.#byCookie.get(hashSecret(value))
      if (device !== undefined) return device
    }
    return null
  }

  add({ name, origin, cookie, proof }: Pick<Device, 'name' | 'origin' | 'proof'> & { cookie: string }): Device {
    const at = this.#time()
    const deviceId = randomUUID()
    const device = { deviceId, name, created: at, lastSeen: at, origin, cookieHash: hashSecret(cookie), proof }
    this.#byCookie.set(device.cookieHash, device)
    this.#write()
    return device
  }

  rename(deviceId: string, name: string): Device | null {
    const device = this.#find(deviceId)
    if (device === undefined) return null
    device.name = name
    this.#write()
    return device
  }

  /** Written before anyone hears of it: a device that was revoked must not come back with the next start. */
  revoke(deviceId: string): Device | null {
    const device = this.#find(deviceId)
    if (device === undefined) return null
    this.#byCookie.delete(device.cookieHash)
    this.#write()
    for (const tell of this.#watchers.get(deviceId) ?? []) tell()
    this.#watchers.delete(deviceId)
    return device
  }

  noteSeen(device: Device): void {
    device.lastSeen = this.#time()
    this.#hasUnwritten = true
    if (this.#now() - this.#seenWrittenAt >= WRITE_SEEN_MS) this.flush()
  }

  /** Calls once when the device may not come in any more. Returns the function that ends it. */
  onRevoked(deviceId: string, tell: () => void): () => void {
    const watchers = this.#watchers.get(deviceId) ?? new Set()
    this.#watchers.set(deviceId, watchers.add(tell))
    return () => {
      watchers.delete(tell)
      if (watchers.size === 0 && this.#watchers.get(deviceId) === watchers) this.#watchers.delete(deviceId)
    }
  }

  /** When each was last seen is only worth a try: a full disk must keep nobody out. */
  flush(): void {
    if (!this.#hasUnwritten) return
    this.#hasUnwritten = false
    this.#seenWrittenAt = this.#now()
    try {
      this.#write()
    } catch {
      this.#hasUnwritten = true
    }
  }

  #find(deviceId: string): Device | undefined {
    return [...this.#byCookie.values()].find((device) => device.deviceId === deviceId)
  }

  #time(): string {
    return new Date(this.#now()).toISOString()
  }

  #write(): void {
    const file: DevicesFile = { instance: this.instance, devices: [...this.#byCookie.values()] }
    writePrivateFile(this.#path, `${JSON.stringify(file, null, 2)}\n`)
  }
}

/** A file that cannot be read is not replaced by an empty one: that would sign out every device without a word. */
function readDevices(path: string): DevicesFile | null {
  if (!existsSync(path)) return null
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartProblem(`The list of devices '${path}' cannot be read: ${(error as Error).message}. ${REMEDY}`)
  }
  const parsed = DevicesFile.safeParse(value)
  if (!parsed.success)
    throw new StartProblem(
      `The list of devices '${path}' is damaged at '${parsed.error.issues[0]?.path.join('.')}'. ${REMEDY}`,
    )
  return parsed.data
}

const REMEDY = 'Put it right, or remove it and pair every browser again.'
