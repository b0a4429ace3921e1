import { join } from 'node:path'
import type { PairingLink } from '@quarterdeck/contract'
import type { ServedRoute } from '../http/app/serve.ts'
import type { Addresses } from './addresses.ts'
import { createDeviceRoutes } from './device-routes.ts'
import { DeviceStore } from './device-store.ts'
import { createGate, type Gate } from './gate.ts'
import type { GateEvent } from './gate-event.ts'
import { PairingLinks } from './pairing-links.ts'
import { createPairingRoutes } from './pairing-routes.ts'
import { Proofs } from './proofs.ts'

export interface OpenGateOptions {
  data: string
  addresses: Addresses
  token: string
  insecureLan: boolean
  bridgeKey?: string
  onEvent?: (event: GateEvent) => void
}

export interface OpenGate {
  gate: Gate
  routes: ServedRoute[]
  devices: DeviceStore
  /** A link that lets one browser in. */
  createLink(): PairingLink
}

/** The gate with all that it stands on. */
export function openGate(options: OpenGateOptions): OpenGate {
  const { data, addresses, token, insecureLan, bridgeKey, onEvent = () => undefined } = options
  const devices = new DeviceStore(join(data, 'devices.json'))
  const links = new PairingLinks()
  const proofs = new Proofs()
  const mayUseSecrets = insecureLan
  const createLink = () => {
    const { secret, expiresAt } = links.create()
    // The secret stands behind the #: browsers do not send that part to anyone.
    const all = addresses.pageUrls.map((url) => `${url}/#pair=${secret}`)
    return { link: all[0] ?? '', links: all, expiresAt: new Date(expiresAt).toISOString() }
  }
  return {
    gate: createGate({
      addresses,
      token,
      devices,
      proofs,
      mayUseSecrets,
      ...(bridgeKey !== undefined && { bridgeKey }),
    }),
    routes: [
      ...createPairingRoutes({ devices, links, proofs, basePath: addresses.basePath, mayUseSecrets, onEvent }),
      ...createDeviceRoutes({ devices, proofs, createLink, onEvent }),
    ],
    devices,
    createLink,
  }
}
