import { ClientError, createClient, isRefusal } from '@quarterdeck/client'
import { PROOF_HEADER } from '@quarterdeck/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { server } from '../server.ts'
import { createSecondProof, type SecondProof } from './second-proof.ts'

export type PairingState =
  | { kind: 'checking'; isAgain?: true }
  | { kind: 'pairing' }
  | { kind: 'paired' }
  /** It was never let in. */
  | { kind: 'not_paired' }
  /** It was let in once, and is not any more. */
  | { kind: 'revoked' }
  | { kind: 'link_used' }
  | { kind: 'link_expired' }
  /** The page is not encrypted, and the server does not take that. */
  | { kind: 'insecure'; message: string }
  | { kind: 'problem'; message: string; isPairing: boolean }

export interface Pairing {
  state: StoreApi<PairingState>
  /** Finds out whether this browser is let in, with the secret of a link where there is one. */
  begin(linkSecret: string | null): Promise<void>
  /** The same once more. */
  retry(): Promise<void>
  /** The second proof for a request or a socket; made anew when the last one is too old. */
  getProof(): Promise<string>
  /** The server did not take it: it was started again, or the proof was too old. */
  dropProof(proof: string): void
}

/** A request that a sleeping network has swallowed is never answered: nobody else would ask again. */
const PROOF_LIMIT_MS = 10_000
/** A proof that is about to expire would do so on its way. */
const SPARE_MS = 30_000

interface Kept {
  token: string
  usableUntil: number
}

interface PairingOptions {
  instance: string
  deviceName: string
  secondProof?: SecondProof
  proofLimitMs?: number
}

export function createPairing(options: PairingOptions): Pairing {
  const { instance, deviceName, secondProof = createSecondProof(instance), proofLimitMs = PROOF_LIMIT_MS } = options
  const state = createStore<PairingState>(() => ({ kind: 'checking' }))
  const show = (next: PairingState) => state.setState(next, true)
  const client = createClient(server)
  let kept: Kept | null = null
  let proving: Promise<Kept> | null = null

  async function prove(): Promise<Kept> {
    const signal = AbortSignal.timeout(proofLimitMs)
    if (secondProof.kind === 'secret') {
      const token = await secondProof.sign('', '')
      // Nothing else would tell that the device was revoked.
      await client.call('GET /api/me', {}, { headers: { [PROOF_HEADER]: token }, signal })
      return { token, usableUntil: Number.POSITIVE_INFINITY }
    }
    const { nonce } = await client.call('POST /api/proof/nonce', {}, { signal })
    const signature = await secondProof.sign(location.origin, nonce)
    const began = performance.now()
    const body = { nonce, signature }
    const { token, expiresInMs } = await client.call('POST /api/proof', { body }, { signal })
    return { token, usableUntil: began + expiresInMs - SPARE_MS }
  }

  async function getProof(): Promise<string> {
    if (kept !== null && kept.usableUntil > performance.now()) return kept.token
    // However many ask at once, one signature does for all of them.
    proving ??= prove().finally(() => {
      proving = null
    })
    try {
      kept = await proving
    } catch (error) {
      if (isRefusal(error)) show({ kind: 'revoked' })
      throw error
    }
    return kept.token
  }

  /** Whether what an earlier visit left still opens the door. */
  async function isPaired(): Promise<boolean> {
    if (!(await secondProof.exists())) return false
    try {
      kept = await prove()
      return true
    } catch (error) {
      if (isRefusal(error)) return false
      throw error
    }
  }

  async function decide(linkSecret: string | null): Promise<PairingState> {
    const wasPaired = await secondProof.exists()
    if (await isPaired()) return { kind: 'paired' }
    if (linkSecret === null) return { kind: wasPaired ? 'revoked' : 'not_paired' }
    show({ kind: 'pairing' })
    const body = { secret: linkSecret, name: deviceName, ...(await secondProof.create()) }
    await client.call('POST /api/pair', { body })
    return { kind: 'paired' }
  }

  let wanted: string | null = null
  async function begin(linkSecret: string | null): Promise<void> {
    wanted = linkSecret
    try {
      // Two tabs that pair at once would each have the key of one and the cookie of the other.
      show(await withLock(`quarterdeck-pairing-${instance}`, () => decide(linkSecret)))
    } catch (error) {
      show(toState(error, secondProof, linkSecret !== null))
    }
  }

  return {
    state,
    begin,
    retry() {
      show({ kind: 'checking', isAgain: true })
      return begin(wanted)
    },
    getProof,
    dropProof(proof) {
      if (kept?.token === proof) kept = null
    },
  }
}

function toState(error: unknown, { kind }: SecondProof, isPairing: boolean): PairingState {
  const { code, message } =
    error instanceof ClientError ? error : new ClientError({ code: 'internal', message: String(error) })
  if (code === 'link_used' || code === 'link_expired') return { kind: code }
  if (code === 'not_allowed' && kind === 'secret') return { kind: 'insecure', message }
  return { kind: 'problem', message, isPairing }
}

/** There are no locks on a page without encryption; there two tabs must not pair at once. */
async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks === undefined ? work() : navigator.locks.request(name, work)
}
