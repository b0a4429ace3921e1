import { type LookupAddress, type LookupOptions, lookup as lookUp } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** What a name leads to that is not to be connected to. */
export const PRIVATE_ADDRESS = 'EPRIVATE'

/**
 * Gives a socket the addresses it may connect to. The check stands here, and not before the request, because a name can lead
 * elsewhere the second time it is asked for: these are the addresses that are connected to.
 */
export function createGuardedLookup(resolve: Resolve = lookUp): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '')
      const inner = addresses.find(({ address }) => !isPublicAddress(address))
      const first = addresses[0]
      if (inner !== undefined || first === undefined) return done(toError(name), '')
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

function toError(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`'${name}' leads into a private network`), { code: PRIVATE_ADDRESS })
}
