import { type Policy, PROOF_PROTOCOL_PREFIX, SOCKET_PROTOCOL, SOCKET_PROTOCOL_NAME } from '@quarterdeck/contract'
import { ServerError } from '../server-error.ts'
import type { Addresses } from './addresses.ts'
import type { Caller } from './caller.ts'
import { readCookies } from './cookie.ts'
import type { Device } from './device.ts'
import type { DeviceStore } from './device-store.ts'
import type { Knock } from './knock.ts'
import type { Proofs } from './proofs.ts'
import { hashSecret, isSecretOf } from './secret.ts'

export interface Gate {
  /** Who it is; throws when they may not come in. */
  check(knock: Knock, policy: Policy): Caller
  /** Calls when the caller may not come in any more: what it has open is to be closed. Returns the function that ends it. */
  onRevoked(caller: Caller, close: () => void): () => void
}

export interface GateOptions {
  addresses: Addresses
  /** Of `server.json`. */
  token: string
  devices: DeviceStore
  proofs: Proofs
  /** A secret in the page's storage does for a key, where the page is not encrypted and has none. */
  mayUseSecrets: boolean
  bridgeKey?: string
}

/** Host in the list, then Origin exactly ours, then the credential, then the version of what is spoken. One for all transports. */
export function createGate({ addresses, token, devices, proofs, mayUseSecrets, bridgeKey }: GateOptions): Gate {
  const tokenHash = hashSecret(token)
  const bridgeHash = bridgeKey === undefined ? null : hashSecret(bridgeKey)
  const cookieName = toCookieName(devices.instance)

  function identify(knock: Knock, policy: Policy): Caller {
    if (policy === 'open' || policy === 'page') return { kind: 'nobody' }
    if (policy === 'bridge') return identifyBridge(knock)
    if (knock.authorization !== undefined) return identifyProgram(knock.authorization, policy)
    const device = devices.findByCookie(readCookies(knock.cookie, cookieName))
    if (device === null) throw new ServerError('unauthorized', NOT_PAIRED)
    // Programs that are no browsers send no Origin, and they have the token.
    if (knock.socketProtocols !== null && knock.origin === undefined)
      throw new ServerError('forbidden_origin', 'A socket without an Origin is opened with the token of server.json.')
    if (policy !== 'half' && !isProven(knock, device))
      throw new ServerError('proof_needed', 'Prove first that this page has the key of its device: POST /api/proof.')
    if (policy === 'program') throw new ServerError('not_allowed', 'Only programs with the token of server.json may.')
    devices.noteSeen(device)
    return { kind: 'device', deviceId: device.deviceId, name: device.name }
  }

  function identifyProgram(authorization: string, policy: Policy): Caller {
    const given = /^Bearer (.+)$/.exec(authorization)?.[1]
    if (given === undefined || !isSecretOf(tokenHash, given))
      throw new ServerError('unauthorized', 'The token is wrong. It stands in server.json, and is new at every start.')
    if (policy === 'half') throw new ServerError('not_allowed', 'A program has its token, and nothing else to prove.')
    return { kind: 'program' }
  }

  function identifyBridge({ origin, secFetchSite, authorization }: Knock): Caller {
    if (origin !== undefined || secFetchSite !== undefined)
      throw new ServerError('forbidden_origin', 'The bridge is not for browsers.')
    const given = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
    if (bridgeHash === null || given === undefined || !isSecretOf(bridgeHash, given))
      throw new ServerError('unauthorized', 'The key of the bridge is missing or wrong. It stands in bridge.key.')
    return { kind: 'bridge' }
  }

  function isProven(knock: Knock, device: Device): boolean {
    const given = knock.proof ?? findProofProtocol(knock)
    return given !== undefined && proofs.isProven(device, knock.origin, given, mayUseSecrets)
  }

  return {
    check(knock, policy) {
      assertHost(knock, addresses)
      assertOrigin(knock, policy, addresses)
      const caller = identify(knock, policy)
      assertProtocol(knock)
      return caller
    },
    onRevoked: (caller, close) =>
      caller.kind === 'device' ? devices.onRevoked(caller.deviceId, close) : () => undefined,
  }
}

const NOT_PAIRED = "This browser is not paired. Run 'quarterdeck pair' on the machine of the server, and open its link."

export function toCookieName(instance: string): string {
  return `quarterdeck-${instance}`
}

function assertHost({ host }: Knock, { hosts, pageUrls }: Addresses): void {
  if (host === undefined || !hosts.has(host))
    throw new ServerError(
      'forbidden_host',
      `The host '${host ?? ''}' is not one of ours. Use ${pageUrls[0]}, or name it with --public-url.`,
    )
}

function assertOrigin(knock: Knock, policy: Policy, { origins }: Addresses): void {
  const { origin, secFetchSite } = knock
  if (origin !== undefined && !origins.has(origin))
    throw new ServerError('forbidden_origin', `Pages of '${origin}' may not talk to this server.`)
  if (secFetchSite === undefined || secFetchSite === 'same-origin') return
  if (secFetchSite === 'none' && (policy === 'open' || policy === 'page')) return
  if (policy === 'page' && isNavigation(knock)) return
  throw new ServerError('forbidden_origin', 'Only our own page may do this from a browser.')
}

/** A link on another site that is followed in a window of its own; nothing that is put into another page. */
function isNavigation({ method, secFetchMode, secFetchDest }: Knock): boolean {
  return (method === 'GET' || method === 'HEAD') && secFetchMode === 'navigate' && secFetchDest === 'document'
}

/** Of the versions that it offers, one must be ours; what says nothing speaks the one that is documented. */
function assertProtocol({ protocol, socketProtocols }: Knock): void {
  const offered = [
    ...(protocol === undefined ? [] : [SOCKET_PROTOCOL_NAME + protocol]),
    ...(socketProtocols ?? []).filter((name) => name.startsWith(SOCKET_PROTOCOL_NAME)),
  ]
  if (offered.length > 0 && !offered.includes(SOCKET_PROTOCOL))
    throw new ServerError('reload_needed', 'This page is of another version than the server. Load it again.')
}

function findProofProtocol({ socketProtocols }: Knock): string | undefined {
  const found = socketProtocols?.find((name) => name.startsWith(PROOF_PROTOCOL_PREFIX))
  return found?.slice(PROOF_PROTOCOL_PREFIX.length)
}
