import { isIP } from 'node:net'
import { isLoopback } from '../gate/addresses.ts'

/** Where the server is found, and how it is protected there. */
export interface Place {
  host: string
  basePath: string
  publicUrls: string[]
  tls: { cert: string; key: string } | null
  insecureLan: boolean
}

export interface PlaceFlags {
  host: string | undefined
  basePath: string | undefined
  publicUrls: readonly string[]
  tlsCert: string | undefined
  tlsKey: string | undefined
  insecureLan: boolean
}

/** A sentence where these do not go together, or would let the network read along without being asked. */
export function parsePlace(flags: PlaceFlags): Place | string {
  const host = toAddress(flags.host ?? '127.0.0.1')
  if (host === null) return `--host takes an address such as 127.0.0.1, not '${flags.host}'.`
  const { tlsCert: cert, tlsKey: key, insecureLan } = flags
  if (cert === '' || key === '') return '--tls-cert and --tls-key want a path.'
  if ((cert === undefined) !== (key === undefined)) return '--tls-cert and --tls-key go together.'
  if (!isLoopback(host) && cert === undefined && !insecureLan)
    return `--host '${host}' can be reached by others: give --tls-cert F --tls-key F, or --insecure-lan if everyone on that network may read along.`
  const basePath = parseBasePath(flags.basePath ?? '')
  if (basePath === null) return `--base-path takes a path like /quarterdeck, not '${flags.basePath}'.`
  const publicUrls: string[] = []
  for (const given of flags.publicUrls) {
    const problem = findUrlProblem(given, basePath, insecureLan)
    if (problem !== null) return problem
    publicUrls.push(new URL(given).origin + basePath)
  }
  const tls = cert === undefined || key === undefined ? null : { cert, key }
  return { host, basePath, publicUrls: [...new Set(publicUrls)], tls, insecureLan }
}

/** Bound by address: what a name leads to can change. */
function toAddress(host: string): string | null {
  if (host === 'localhost') return '127.0.0.1'
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? null : bare
}

function parseBasePath(given: string): string | null {
  const path = given.replace(/\/$/, '')
  if (path === '') return given === '' || given === '/' ? '' : null
  const isPlain = /^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(path)
  return isPlain ? path : null
}

function findUrlProblem(given: string, basePath: string, insecureLan: boolean): string | null {
  const url = URL.parse(given)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return `--public-url takes an address like https://deck.example.com, not '${given}'.`
  const path = url.pathname.replace(/\/$/, '')
  if (path !== '' && path !== basePath)
    return `--public-url '${given}' has the path '${path}': give --base-path ${path} too, and let the proxy pass it on.`
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !insecureLan)
    return `--public-url '${given}' is not encrypted: use https, or give --insecure-lan if everyone on that network may read along.`
  return null
}
