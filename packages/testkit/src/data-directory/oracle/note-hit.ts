import type { Plant } from '../plan/plan-needles.ts'
import type { Decoy, DecoyKind, Needle, NeedleHit, NeedleKind } from './needles.ts'
import type { Oracle } from './oracle.ts'

const DECOYS: ReadonlySet<string> = new Set<DecoyKind>(['attachment', 'request', 'meta', 'base64'])

/** Collects where planted texts stand: several places for one query, or a place where it must not be found. */
export function createHitNoter(oracle: Oracle): (plant: Plant, hit: NeedleHit) => void {
  const needles = new Map<string, Needle>()
  return ({ kind, query }, hit) => {
    if (DECOYS.has(kind)) {
      const decoy: Decoy = { kind: kind as DecoyKind, query, sessionId: hit.sessionId, file: hit.file }
      oracle.decoys.push(decoy)
      return
    }
    const known = needles.get(query)
    if (known !== undefined) {
      known.hits.push(hit)
      return
    }
    const needle: Needle = { kind: kind as NeedleKind, query, hits: [hit] }
    needles.set(query, needle)
    oracle.needles.push(needle)
  }
}
