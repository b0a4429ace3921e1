import { existsSync, readFileSync, renameSync } from 'node:fs'
import { Preferences } from '@quarterdeck/contract'
import { z } from 'zod'
import { writePrivateFile } from '../private-file.ts'
import { ServerError } from '../server-error.ts'
import { toEffective } from './merge-preferences.ts'

const Kept = z.strictObject({ common: Preferences, devices: z.record(z.string(), Preferences) })
type Kept = z.infer<typeof Kept>

const MAX_DEVICES = 500

/** How people want the page: for everyone, and for each device. */
export class PreferencesStore {
  readonly #path: string
  #kept: Kept

  constructor(path: string) {
    this.#path = path
    this.#kept = readKept(path)
  }

  get common(): Preferences {
    return this.#kept.common
  }

  ofDevice(deviceId: string): Preferences {
    return this.#kept.devices[deviceId] ?? {}
  }

  effective(deviceId: string): Preferences {
    return toEffective(this.common, this.ofDevice(deviceId))
  }

  /** Both at once, so that one request is done or not. */
  set(deviceId: string, { common = this.common, device = this.ofDevice(deviceId) }: PreferencesChange): void {
    const { [deviceId]: _, ...others } = this.#kept.devices
    if (Object.keys(others).length >= MAX_DEVICES)
      throw new ServerError(
        'too_many_requests',
        `${MAX_DEVICES} devices have preferences already. Revoke devices that are not in use.`,
      )
    this.#write({ common, devices: Object.keys(device).length === 0 ? others : { ...others, [deviceId]: device } })
  }

  removeDevice(deviceId: string): void {
    const { [deviceId]: gone, ...devices } = this.#kept.devices
    if (gone !== undefined) this.#write({ ...this.#kept, devices })
  }

  #write(kept: Kept): void {
    writePrivateFile(this.#path, `${JSON.stringify(kept)}\n`)
    this.#kept = kept
  }
}

interface PreferencesChange {
  common?: Preferences | undefined
  device?: Preferences | undefined
}

/** A damaged file is put aside, and the page is as it is by itself. */
function readKept(path: string): Kept {
  const nothing = { common: {}, devices: {} }
  if (!existsSync(path)) return nothing
  const kept = parseKept(readFileSync(path, 'utf8'))
  if (kept === null) renameSync(path, `${path}.damaged`)
  return kept ?? nothing
}

function parseKept(text: string): Kept | null {
  try {
    return Kept.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
